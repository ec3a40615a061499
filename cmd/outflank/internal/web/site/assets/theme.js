// Sets the theme before anything is painted, and keeps the choice. Not a module: modules wait.
(() => {
  const root = document.documentElement;
  const set = (name) => (name ? root.setAttribute("data-theme", name) : root.removeAttribute("data-theme"));
  let chosen = "";
  try {
    chosen = localStorage.getItem("theme") ?? "";
  } catch {
    // a browser that keeps nothing has the system's theme
  }
  set(chosen);
  document.addEventListener("DOMContentLoaded", () => {
    const select = document.getElementById("theme");
    select.value = chosen;
    select.addEventListener("change", () => {
      set(select.value);
      try {
        localStorage.setItem("theme", select.value);
      } catch {
        // it lasts as long as the page
      }
      document.dispatchEvent(new CustomEvent("themechange"));
    });
  });
})();
