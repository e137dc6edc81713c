// What the pages do on top of plain links and forms. Nothing here is needed to play.
(function () {
  "use strict";
  var html = document.documentElement;
  var all = function (root, what) { return Array.from(root.querySelectorAll(what)); };
  var store = function (name, value) {
    try {
      if (value === undefined) return localStorage.getItem(name);
      localStorage.setItem(name, value);
    } catch (e) { return null; }
  };

  // Time left, in words, kept true while the page is open.
  var units = (document.body.dataset.units || "d h min s").split(" ");
  function left(seconds) {
    var m = Math.floor(seconds / 60), h = Math.floor(m / 60), d = Math.floor(h / 24);
    var two = function (a, i, b) { return a + " " + units[i] + (b ? " " + b + " " + units[i + 1] : ""); };
    if (d) return two(d, 0, h % 24);
    if (h) return two(h, 1, m % 60);
    return m >= 2 ? two(m, 2, 0) : two(Math.max(0, Math.floor(seconds)), 3, 0);
  }
  function clocks() {
    var soon = false;
    all(document, "time[data-left]").forEach(function (time) {
      var seconds = (Date.parse(time.dateTime) - Date.now()) / 1000;
      if (seconds < 180) soon = true;
      var words = seconds > 0 ? left(seconds) : time.dataset.over || "";
      if (time.textContent !== words) time.textContent = words;
      time.toggleAttribute("data-up", seconds <= 0);
    });
    setTimeout(clocks, soon ? 1000 : 15000);
  }

  // Asks for news while somebody looks: elements with hx-trigger="tick from:body".
  var last = Date.now();
  function tick(force) {
    var wait = 1000 * (Number(document.body.dataset.tick) || 20);
    if (document.visibilityState !== "visible" || (!force && Date.now() - last < wait)) return;
    last = Date.now();
    document.body.dispatchEvent(new CustomEvent("tick"));
  }
  setInterval(tick, 1000);
  document.addEventListener("visibilitychange", function () { if (Date.now() - last > 3000) tick(true); });

  // A mail is shown as long as it is. No script runs in it.
  function letter(frame) {
    var fit = function () { frame.style.blockSize = frame.contentDocument.documentElement.scrollHeight + 2 + "px"; };
    frame.addEventListener("load", fit);
    if (frame.contentDocument && frame.contentDocument.readyState === "complete") fit();
  }

  // Sections under each other become tabs; the one that was open stays open when the page is renewed.
  function tabs(box) {
    if (box.querySelector("[role=tablist]")) return;
    var parts = all(box, ":scope > section"), name = "tab:" + (box.id || "tabs");
    var list = document.createElement("div");
    list.className = "tablist";
    list.setAttribute("role", "tablist");
    if (box.dataset.label) list.setAttribute("aria-label", box.dataset.label);
    var choose = function (index, focus) {
      parts.forEach(function (part, i) {
        var on = i === index, tab = list.children[i];
        part.hidden = !on;
        tab.setAttribute("aria-selected", on);
        tab.tabIndex = on ? 0 : -1;
        if (on && focus) tab.focus();
        all(part, "[data-seen]").forEach(news);
      });
      try { sessionStorage.setItem(name, parts[index].id); } catch (e) { /* private window */ }
    };
    parts.forEach(function (part, i) {
      var tab = document.createElement("button");
      tab.type = "button";
      tab.id = part.id + "-tab";
      tab.textContent = part.dataset.tab || part.querySelector("h2").textContent;
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", part.id);
      part.setAttribute("role", "tabpanel");
      part.setAttribute("aria-labelledby", tab.id);
      tab.addEventListener("click", function () { choose(i); });
      tab.addEventListener("keydown", function (event) {
        var to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: parts.length - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        choose((to + parts.length) % parts.length, true);
      });
      list.append(tab);
    });
    box.prepend(list);
    box.classList.add("is-live");
    var kept = null, wanted = location.hash.slice(1);
    try { kept = sessionStorage.getItem(name); } catch (e) { /* private window */ }
    var at = function (id) { return parts.findIndex(function (part) { return part.id === id; }); };
    choose(Math.max(0, at(wanted) >= 0 ? at(wanted) : at(kept)));
  }

  // What is new since my last visit; the mark lives in this browser only. A list under a tab that is not open stays new.
  var marks = {};
  function news(list) {
    var name = "seen:" + list.dataset.seen, fromFirst = list.dataset.fromFirst, count = 0;
    if (!(name in marks)) marks[name] = Number(store(name) || 0);
    var mark = marks[name], top = mark;
    all(list, "[data-n]").forEach(function (line) {
      var n = Number(line.dataset.n);
      top = Math.max(top, n);
      if (n <= mark || "mine" in line.dataset || !(mark || fromFirst)) return;
      line.classList.add("is-new");
      count += 1;
    });
    var part = list.closest("[role=tabpanel]"), isUnread = Boolean(part && part.hidden);
    if (!isUnread) store(name, top);
    var say = document.getElementById(list.dataset.say || "");
    if (say) say.hidden = !count;
    if (part && fromFirst) badge(document.getElementById(part.id + "-tab"), isUnread ? count : 0, fromFirst);
  }
  function badge(tab, count, word) {
    all(tab, ".count").forEach(function (old) { old.remove(); });
    if (count) tab.insertAdjacentHTML("beforeend", ' <span class="count">' + count + '<span class="vh"> </span></span>');
    if (count) tab.querySelector(".vh").textContent = " " + word;
  }

  function enhance(root) {
    all(root, ".tabs").forEach(tabs);
    if (root.matches && root.matches(".tabs")) tabs(root);
    all(root, "[data-seen]").forEach(news);
    all(root, "[data-js]").forEach(function (part) { part.hidden = false; });
    all(root, "details[data-keep]").forEach(function (fold) {
      var was = store("fold:" + fold.dataset.keep);
      if (was) fold.open = was === "open";
      fold.addEventListener("toggle", function () { store("fold:" + fold.dataset.keep, fold.open ? "open" : "shut"); });
    });
  }

  // Light, dark, or as the system has it.
  function themes() {
    all(document, ".themes button").forEach(function (button) {
      button.setAttribute("aria-pressed", button.value === (html.dataset.theme || ""));
      button.addEventListener("click", function () {
        document.cookie = "theme=" + button.value + ";path=/;max-age=31536000;samesite=lax";
        if (button.value) html.dataset.theme = button.value; else delete html.dataset.theme;
        all(document, ".themes button").forEach(function (b) { b.setAttribute("aria-pressed", b === button); });
      });
    });
  }

  document.addEventListener("submit", function (event) {
    var button = event.submitter, ask = button && button.dataset.confirm;
    if (ask && !window.confirm(ask)) event.preventDefault();
  });
  // A double tap sends once. The mark is a moment: a page that comes back from the browser's store can be sent again.
  document.addEventListener("submit", function (event) {
    var form = event.target, now = Date.now();
    if (event.defaultPrevented || form.method !== "post") return;
    if (now - (form.sentAt || 0) < 3000) event.preventDefault(); else form.sentAt = now;
  });
  // A link for others, to be pasted elsewhere: copied, or at least marked.
  document.addEventListener("click", function (event) {
    var button = event.target.closest("[data-copy]"), box = button && document.getElementById(button.dataset.copy);
    if (!box) return;
    box.select();
    if (navigator.clipboard) navigator.clipboard.writeText(box.value).then(function () { button.textContent = button.dataset.done; }, function () {});
  });
  // A replay is stepped through with the arrow keys.
  document.addEventListener("keydown", function (event) {
    var box = document.querySelector("[data-steps]");
    if (!box || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input,select,textarea,[role=tab],summary")) return;
    var rel = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    var link = rel && box.querySelector('a[data-step="' + rel + '"]');
    if (link) { event.preventDefault(); link.click(); }
  });
  document.addEventListener("htmx:load", function (event) { enhance(event.detail.elt); });
  document.addEventListener("htmx:afterSwap", clocksNow);
  function clocksNow() {
    all(document, "time[data-left]").forEach(function (time) {
      var seconds = (Date.parse(time.dateTime) - Date.now()) / 1000;
      if (seconds > 0) time.textContent = left(seconds);
    });
  }

  // On a phone the pages of an account, and the seats of a replay, are one row: the one that is open is in sight.
  all(document, ".aside-nav [aria-current], .eyes [aria-current]").forEach(function (link) {
    var row = link.closest("ul, .eyes");
    var item = link.closest("li") || link, before = item.previousElementSibling;
    var begin = function (part) { return part.offsetLeft - row.offsetLeft; }, end = begin(item) + item.offsetWidth;
    if (end <= row.clientWidth) return;
    var first = before && end - begin(before) <= row.clientWidth ? before : item;
    row.scrollLeft = begin(first) - begin(row.firstElementChild);
  });

  // The reader's time zone, for pages of people who have not set one.
  try {
    var zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (zone && !document.cookie.includes("tz=" + zone)) document.cookie = "tz=" + zone + ";path=/;max-age=31536000;samesite=lax";
  } catch (e) { /* an old browser reads UTC */ }

  all(document, "iframe.letter").forEach(letter);
  enhance(document);
  themes();
  clocks();
})();
