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
    mark(words);
    say.textContent = words.length ? say.dataset.words.replace("0", found) : "";
  }
  // What was found is marked in the text as it stands, where a browser can.
  function mark(words) {
    if (!window.Highlight || !CSS.highlights) return;
    var ranges = [], pattern = new RegExp("(?<![\\p{L}\\p{N}])(" + words.map(function (word) { return word.replace(/[^\p{L}\p{N}]/gu, "\\$&"); }).join("|") + ")", "giu");
    if (words.length) parts.forEach(function (part) {
      var texts = document.createTreeWalker(part.hidden ? document.createElement("p") : part, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) for (var found of texts.currentNode.data.matchAll(pattern)) {
        var range = new Range();
        range.setStart(texts.currentNode, found.index);
        range.setEnd(texts.currentNode, found.index + found[0].length);
        ranges.push(range);
      }
    });
    CSS.highlights.set("found", new Highlight(...ranges));
  }
  box.closest("[data-js]").hidden = false;
  box.addEventListener("input", search);
  var asked = new URLSearchParams(location.search).get("q");
  if (asked) box.value = asked;
  search();
})();
