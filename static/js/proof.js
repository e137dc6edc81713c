// Computes the codes of a finished game anew, here in the browser, from what the site has opened.
(function () {
  "use strict";
  var verdict = document.getElementById("verdict");
  if (!verdict || !window.crypto || !crypto.subtle) return;

  // JSON with sorted names, no spaces and ASCII alone: the one form of which the hash was taken.
  function canonical(value) {
    if (Array.isArray(value)) return "[" + value.map(canonical).join(",") + "]";
    if (value && typeof value === "object") {
      return "{" + Object.keys(value).sort().map(function (name) { return text(name) + ":" + canonical(value[name]); }).join(",") + "}";
    }
    return typeof value === "string" ? text(value) : JSON.stringify(value);
  }
  function text(words) {
    return JSON.stringify(words).replace(/[\u007f-\uffff]/g, function (sign) { return "\\u" + ("000" + sign.charCodeAt(0).toString(16)).slice(-4); });
  }
  function bytes(nonce) {
    return Uint8Array.from(atob(nonce.replace(/-/g, "+").replace(/_/g, "/")), function (sign) { return sign.charCodeAt(0); });
  }
  async function code(nonce, value) {
    var bits = bytes(nonce), body = new TextEncoder().encode(canonical(value)), all = new Uint8Array(bits.length + body.length);
    all.set(bits);
    all.set(body, bits.length);
    var hash = new Uint8Array(await crypto.subtle.digest("SHA-256", all));
    return Array.from(hash, function (byte) { return ("0" + byte.toString(16)).slice(-2); }).join("");
  }
  function show(what, fits) {
    var mark = document.querySelector('[data-fits="' + what + '"]');
    if (!mark) return;
    mark.hidden = false;
    mark.textContent = fits ? "\u2713" : "\u2717";
    mark.className = "badge " + (fits ? "good" : "bad");
  }
  async function check() {
    var proof = await (await fetch(verdict.dataset.proof)).json(), good = true, i, fits;
    fits = await code(proof.nonce, proof.setup) === proof.commitment && document.querySelector('[data-code="deal"]').textContent === proof.commitment;
    show("deal", fits);
    good = fits;
    for (i = 0; i < proof.answers.length; i += 1) {
      fits = await code(proof.answers[i].nonce, proof.answers[i].answer) === proof.answers[i].receipt;
      show(i, fits);
      good = good && fits;
    }
    verdict.firstElementChild.textContent = good ? verdict.dataset.good : verdict.dataset.bad;
    verdict.classList.toggle("error", !good);
  }
  check();
})();
