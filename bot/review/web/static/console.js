// Shortcuts and small comforts. Every one has a link, a button or a field that does the same.
"use strict";
(() => {
  const one = (selector) => document.querySelector(selector);
  const rows = () => Array.from(document.querySelectorAll("[data-row]"));
  let waiting = 0; // the moment of a lone "g"

  const move = (by) => {
    const all = rows();
    if (!all.length) return;
    const at = all.findIndex((row) => row.classList.contains("at"));
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + by));
    all.forEach((row, place) => row.classList.toggle("at", place === next));
    const link = all[next].querySelector("a.open");
    if (link) link.focus({ preventScroll: true });
    all[next].scrollIntoView({ block: "nearest" });
  };

  const judge = (value, then) => {
    const choice = one("#judge-" + value);
    if (!choice) return;
    choice.checked = true;
    one(then).focus();
  };

  const help = () => {
    const dialog = one("#help");
    if (dialog && !dialog.open) dialog.showModal();
  };

  const press = (selector) => {
    const found = one(selector);
    if (found) found.click();
  };

  const keys = {
    j: () => move(1),
    k: () => move(-1),
    "/": () => { const field = one('input[type="search"]'); if (field) { field.focus(); field.select(); } else location.assign("/queue"); },
    a: () => judge("agree", "#review-send"),
    o: () => judge("override", "#reason"),
    r: () => press("#replay-run"),
    "?": help,
    Enter: () => { const link = one(".at a.open"); if (link) link.click(); },
  };

  const typing = (element) =>
    element.isContentEditable || element.tagName === "TEXTAREA" || element.tagName === "SELECT" ||
    (element.tagName === "INPUT" && !["checkbox", "radio", "submit", "button"].includes(element.type));

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (typing(event.target) || one("dialog[open]")) return;
    if (event.key === "Enter" && event.target.closest("a, button, summary, input, label")) return;
    if (waiting && event.timeStamp - waiting < 1500) {
      waiting = 0;
      const link = Array.from(document.querySelectorAll("[data-go]")).find((found) => found.dataset.go === event.key);
      if (link) { event.preventDefault(); link.click(); }
      return;
    }
    if (event.key === "g") { waiting = event.timeStamp; return; }
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : null;
    if (act) { event.preventDefault(); act(); }
  });

  const opener = one("#help-open");
  if (opener) { opener.hidden = false; opener.addEventListener("click", help); }

  document.addEventListener("submit", (event) => {
    const asks = event.submitter && event.submitter.dataset.asks;
    if (asks && !window.confirm(asks)) event.preventDefault();
  });
})();
