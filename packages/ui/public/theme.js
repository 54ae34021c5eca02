// Runs before anything is drawn, so that a dark screen does not flash white. src/app/theme.ts owns the setting.
(() => {
  const chosen = localStorage.getItem("muster-theme");
  const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("pf-v6-theme-dark", dark);
})();
