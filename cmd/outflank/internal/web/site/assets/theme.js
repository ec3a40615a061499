// Sets the theme before the first paint, and stores the choice. Not a module, because modules are deferred.
(() => {
  const root = document.documentElement;
  const set = (name) => (name ? root.setAttribute("data-theme", name) : root.removeAttribute("data-theme"));
  let chosen = "";
  try {
    chosen = localStorage.getItem("theme") ?? "";
  } catch {
    // without storage, the page uses the system's theme
  }
  set(chosen);
  root.classList.add("js"); // shows what needs scripts
  document.addEventListener("DOMContentLoaded", () => {
    const select = document.getElementById("theme");
    if (!select) return; // a page in a frame
    select.value = chosen;
    select.addEventListener("change", () => {
      set(select.value);
      try {
        localStorage.setItem("theme", select.value);
      } catch {
        // without storage, the choice lasts until the page is left
      }
      document.dispatchEvent(new CustomEvent("themechange"));
    });
  });
})();
