// A table that gathers: who sits down appears by itself, and once it begins, so does the game. What is typed stays.
(function () {
  "use strict";
  var seating = document.getElementById("seating");
  if (!seating) return;
  setInterval(function () {
    if (document.hidden) return;
    fetch(location.pathname, { credentials: "same-origin" }).then(function (answer) {
      return answer.ok ? answer.text() : "";
    }).then(function (text) {
      if (!text) return;
      var fresh = new DOMParser().parseFromString(text, "text/html").getElementById("seating");
      if (!fresh) location.reload();
      else if (fresh.innerHTML !== seating.innerHTML) seating.innerHTML = fresh.innerHTML;
    }).catch(function () {});
  }, 5000);
})();
