// Searching the rules: hides the sections in which not all of the words begin one.
(function () {
  "use strict";
  var box = document.getElementById("rules-search"), say = document.getElementById("rules-found");
  if (!box) return;
  var parts = Array.from(document.querySelectorAll("[data-rule]"));
  var plain = function (text) { return text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f\u2019']/g, ""); };
  var texts = parts.map(function (part) { return " " + plain(part.textContent + " " + (part.dataset.words || "")).replace(/[^\p{L}\p{N}]+/gu, " "); });
  function search() {
    var words = plain(box.value).split(/\s+/).filter(Boolean), found = 0;
    parts.forEach(function (part, i) {
      var on = words.every(function (word) { return texts[i].includes(" " + word); });
      part.hidden = !on;
      if (on) found += 1;
    });
    say.textContent = words.length ? say.dataset.words.replace("0", found) : "";
  }
  box.closest("[data-js]").hidden = false;
  box.addEventListener("input", search);
  var asked = new URLSearchParams(location.search).get("q");
  if (asked) box.value = asked;
  search();
})();
