(() => {
  "use strict";
  const findings = [...document.querySelectorAll(".finding")];
  const filters = [...document.querySelectorAll(".filter input")];
  const status = document.getElementById("shown");
  const keys = document.getElementById("keys");
  const isShown = (element) => element.getClientRects().length > 0;
  const markOf = (finding) => document.getElementById(finding.id.replace("f", "m"));
  let current = null;

  const count = () => {
    const shown = findings.filter(isShown).length;
    status.textContent = `${shown} of ${findings.length} findings shown.`;
  };

  const select = (finding) => {
    for (const marked of document.querySelectorAll(".current")) {
      marked.classList.remove("current");
      marked.removeAttribute("aria-current");
    }
    current = finding;
    const mark = markOf(finding);
    for (const element of [finding, mark]) {
      if (element) {
        element.classList.add("current");
        element.setAttribute("aria-current", "true");
      }
    }
    return mark;
  };

  const visit = (finding) => {
    const mark = select(finding);
    if (mark) mark.scrollIntoView({ block: "nearest" });
    finding.scrollIntoView({ block: "start" });
    finding.focus({ preventScroll: true });
  };

  const step = (by) => {
    const shown = findings.filter(isShown);
    if (!shown.length) return;
    const at = shown.indexOf(current);
    const next = at < 0 ? (by > 0 ? 0 : shown.length - 1) : at + by;
    visit(shown[Math.min(Math.max(next, 0), shown.length - 1)]);
  };

  const actions = {
    j: () => step(1),
    n: () => step(1),
    k: () => step(-1),
    p: () => step(-1),
    d: () => {
      const mark = current && markOf(current);
      if (!mark) return;
      if (document.activeElement === mark) visit(current);
      else mark.focus();
    },
  };
  filters.forEach((filter, index) => {
    actions[String(index + 1)] = () => filter.click();
    filter.addEventListener("change", count);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys.checked) return;
    const action = actions[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  });
  window.addEventListener("hashchange", () => {
    const target = document.getElementById(location.hash.slice(1).replace("m", "f"));
    if (target && findings.includes(target)) select(target);
  });
  keys.closest(".keys").hidden = false;
  count();
})();
