// A table's page while others move: nothing chosen or typed is lost, and a showdown is turned over once.
(function () {
  "use strict";
  var table = document.getElementById("table");
  if (!table) return;
  var store = function (name, value) {
    try {
      if (value === undefined) return localStorage.getItem(name);
      localStorage.setItem(name, value);
    } catch (e) { return null; }
  };

  function asked(box) {
    var field = box && box.querySelector("[name=key]");
    return field && field.value;
  }

  // What stands in the form stays there when the form is renewed for the same decision.
  function keep(before, after) {
    if (!asked(before) || asked(before) !== asked(after)) return;
    before.querySelectorAll("input, select").forEach(function (old) {
      var fresh = old.id && after.querySelector("#" + CSS.escape(old.id));
      if (!fresh) return;
      if (old.type === "radio" || old.type === "checkbox") fresh.checked = old.checked;
      else fresh.value = old.value;
    });
    before.querySelectorAll("details[open]").forEach(function (old) {
      var like = "details." + (old.className || "none"), place = Array.from(before.querySelectorAll(like)).indexOf(old);
      var fresh = after.querySelectorAll(like)[place];
      if (fresh) fresh.open = true;
    });
  }
  document.body.addEventListener("htmx:oobBeforeSwap", function (event) {
    var old = event.detail.target;
    if (old.id === "answer-box") {
      keep(old, event.detail.fragment);
      if (asked(old) !== asked(event.detail.fragment)) document.querySelectorAll(".flash").forEach(function (said) { said.remove(); });
    }
    // What reads the same is left as it lies, with whatever is open or focused in it.
    var fresh = event.detail.fragment.firstElementChild;
    if (fresh && old.id !== "poll" && same(old) === same(fresh)) event.detail.shouldSwap = false;
  });
  function same(part) {
    var copy = part.cloneNode(true);
    copy.removeAttribute("hx-swap-oob");
    copy.querySelectorAll("time").forEach(function (time) { time.textContent = ""; });
    copy.querySelectorAll("[open], [hidden], [class]").forEach(function (e) { e.removeAttribute("open"); e.removeAttribute("hidden"); e.classList.remove("is-new"); });
    copy.classList.remove("is-pointed");
    copy.querySelectorAll("[name=csrfmiddlewaretoken], .vh").forEach(function (e) { e.remove(); });
    copy.className = copy.className.replace(/\bhtmx-\S+/g, "").trim();
    return copy.className + copy.innerHTML.replace(/\s+/g, " ");
  }

  // A showdown that was watched here stays folded; "watch" in the history asks for it again.
  function reveal() {
    var box = document.getElementById("reveal");
    if (!box) return;
    var name = "shown:" + table.dataset.ref;
    if (box.hasAttribute("data-asked")) bring(box);
    else if (store(name) === box.dataset.shown) box.open = false;
    else {
      store(name, box.dataset.shown);
      table.classList.add("is-turning");
      setTimeout(function () { table.classList.remove("is-turning"); }, 4000);
      if (!location.hash) bring(box);
    }
  }

  // On a narrow page a new showdown is seen first: the sheet would lie over it. Who writes or is guided is left alone.
  var isBrought = false;
  function bring(box) {
    var busy = document.activeElement;
    if (!isSheet() || (guide && guide.open) || (busy && busy.matches("textarea, #about input"))) return;
    lower(isBrought = true);
    table.classList.add("is-close");
    scrollBy({ top: box.getBoundingClientRect().top - 8, behavior: "instant" });
  }
  function isSheet() {
    var sheet = document.getElementById("decision");
    return sheet && getComputedStyle(sheet).position === "sticky";
  }
  // Then, when the sheet is raised, its cards make way: beside what is asked they would read as this round's.
  function away() {
    var box = document.getElementById("reveal");
    isBrought = false;
    if (box) box.open = false;
    table.classList.remove("is-close");
    scrollTo({ top: 0, behavior: "instant" });
    begin();
  }

  // Sent without a card: the browser says at the cards what is to be chosen.
  table.addEventListener("invalid", function (event) {
    var card = event.target, hand = card.closest(".hand, .asked"), words = wanted(card);
    if (words && hand && !card.closest("[data-counts]")) card.setCustomValidity(words);
  }, true);
  table.addEventListener("change", function (event) {
    var hand = event.target.closest(".hand, .asked");
    if (!hand || !event.target.form) return;
    event.target.form.querySelectorAll("input").forEach(function (card) {
      card.setCustomValidity("");
      // who looks at a card that may not be played has chosen none
      if (card.closest(".ways") && card.name !== event.target.name) card.checked = false;
    });
    sayWhatIsLeft();
  });
  function wanted(card) {
    var group = card.closest(".asked"), hint = card.form && card.form.querySelector(".first");
    return (group && group.dataset.words) || (hint && hint.textContent);
  }
  // The button says what is still to be chosen, the first thing first; where a number is asked for, until as many are.
  function sayWhatIsLeft() {
    table.querySelectorAll("[data-counts]").forEach(function (hand) {
      var number = String(hand.querySelectorAll(":checked").length), box = hand.querySelector("input");
      box.setCustomValidity(hand.dataset.counts.split(" ").indexOf(number) >= 0 ? "" : wanted(box));
    });
    var first = table.querySelector(".asked:invalid"), form = first && first.closest("form");
    if (form) form.querySelector(".first").textContent = first.dataset.words;
  }
  sayWhatIsLeft();

  // The guide goes step by step: one sentence, and only the thing it speaks of is pointed at.
  var guide = table.querySelector(".guide"), steps = guide ? guide.querySelectorAll("li") : [], now = 0, MOVE = 3, isHid = false;
  // The sheet at the foot of a narrow page can be lowered, to see what lies behind it.
  function lower(isLow) {
    var sheet = document.getElementById("decision"), button = sheet && sheet.querySelector(".lower");
    if (!button) return;
    sheet.classList.toggle("is-low", isLow);
    button.setAttribute("aria-expanded", String(!isLow));
  }
  function point() {
    table.querySelectorAll(".is-pointed").forEach(function (part) { part.classList.remove("is-pointed"); });
    steps.forEach(function (step, i) { step.classList.toggle("is-now", i === now); });
    var part = guide.open && table.querySelector('[data-guide="' + (now + 1) + '"]');
    if (part) part.classList.add("is-pointed");
    return part;
  }
  // When the guide is opened the sheet is lowered: the table comes first. What waits to be confirmed, or was refused,
  // stays in sight.
  function bare(part) {
    var sheet = document.getElementById("decision");
    if (part && isSheet() && part !== sheet && !sheet.querySelector("form.sure, [role=alert]")) lower(isHid = true);
  }
  function show(part) {
    var head = table.querySelector(".table-head").offsetHeight, box = part.getBoundingClientRect();
    scrollBy(0, box.top - head - Math.max(12, (innerHeight - head - box.height) / 2 - 24));
  }
  function button(look, words) {
    var made = document.createElement("button");
    made.type = "button";
    made.className = look;
    made.textContent = words;
    return made;
  }
  function shut() {
    guide.open = false;
    lower(false);
    guide.querySelector("summary").focus();
  }
  function guided() {
    var row = document.createElement("div"), next = button("button quiet-button", guide.dataset.next), close = button("link-button", guide.dataset.close);
    next.addEventListener("click", function () {
      var isLast = now === steps.length - 1;
      if (isLast) shut();
      now = isLast ? 0 : now + 1;
      close.hidden = now === steps.length - 1;
      next.textContent = close.hidden ? guide.dataset.done : guide.dataset.next;
      var part = point();
      if (!isLast) lower(now !== MOVE);
      if (part && !isLast && now === MOVE) part.scrollIntoView({ block: "center" });
      else if (part && !isLast) show(part);
    });
    var count = document.createElement("span");
    count.className = "quiet";
    var number = function () { count.textContent = now + 1 + " / " + steps.length; };
    next.addEventListener("click", number);
    number();
    close.addEventListener("click", shut);
    row.className = "buttons";
    row.append(next, close, count);
    guide.querySelector(".guide-box").append(row);
    guide.classList.add("is-stepped");
    var was = guide.open;
    guide.addEventListener("toggle", function () {
      if (guide.open === was) return;  // it was opened before this script came
      was = guide.open;
      var part = point();
      if (guide.open) bare(part);
      else if (now || isHid) lower(isHid = false);
    });
    document.body.addEventListener("htmx:load", point);
    var part = point(), begun = "guided:" + table.dataset.ref;
    if (part && !store(begun)) bare(part);
    if (part) store(begun, "1");
  }
  if (guide) guided();
  table.addEventListener("click", function (event) {
    var box = document.getElementById("reveal");
    if (!event.target.closest(".result a")) return;
    if (box) box.open = true;
    if (isSheet()) lower(isBrought = true);
  });
  table.addEventListener("click", function (event) {
    var button = table.querySelector(".lower");
    if (!button || !button.offsetParent || !event.target.closest(".lower, #decision-title")) return;
    var isLow = button.getAttribute("aria-expanded") === "true";
    lower(isLow);
    if (!isLow && isBrought) away();
  });
  document.body.addEventListener("htmx:load", function (event) {
    if (event.detail.elt.id === "showdown") reveal();
  });
  reveal();
  // On a small phone, where the sheet would lie over the treasures, the page begins with them, under its own heading.
  function begin() {
    var row = table.querySelector(".row"), sheet = document.getElementById("decision");
    if (scrollY || !row || !sheet || getComputedStyle(row).position !== "sticky") return;
    var box = row.getBoundingClientRect();
    if (box.bottom <= sheet.getBoundingClientRect().top) return;
    table.classList.add("is-close");
    scrollTo({ top: box.top, behavior: "instant" });
  }
  if (!location.hash) begin();
  // What is to be confirmed has the keyboard at once; the page does not jump to where the sheet would lie unstuck.
  var sure = table.querySelector("[data-focus]");
  if (sure) sure.focus({ preventScroll: true });
  // What opens at the foot of the sheet is brought into sight; the page behind it stays where it is.
  table.addEventListener("toggle", function (event) {
    var part = event.target, sheet = part.open && part.closest("#decision");
    if (!sheet) return;
    var inner = part.getBoundingClientRect(), outer = sheet.getBoundingClientRect();
    var act = part.closest("form") && part.closest("form").querySelector(".act");
    var over = inner.bottom - (act ? Math.min(act.getBoundingClientRect().top, outer.bottom) : outer.bottom);
    if (over > 0) sheet.scrollTop += Math.max(0, Math.min(over + 20, inner.top - outer.top - 48));
  }, true);
})();
