/** The position in the browser's history. Undefined in older browsers. */
const placeInHistory = () =>
  (window as { navigation?: { currentEntry: { index: number } | null } }).navigation?.currentEntry?.index;

const address = () => location.pathname + location.search;

/**
 * While `isHeld`, calls `ask` instead of following links or going back and forward. Before a reload or closing the tab
 * the browser shows its own dialog. Returns a function that ends the watch, and one to call once input is held.
 */
export function watchLeaving(isHeld: () => boolean, ask: (go: () => void) => void) {
  const stop = new AbortController();
  // Runs before React and the router, which listen on the same window and document.
  const options = { capture: true, signal: stop.signal };
  let held = { address: address(), place: placeInHistory() };
  let returning = false;

  const unload = (event: BeforeUnloadEvent) => {
    if (isHeld()) event.preventDefault();
  };

  const click = (event: MouseEvent) => {
    const link = isHeld() ? findLeavingLink(event) : null;
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    ask(() => link.click());
  };

  // The browser has already moved, but the router has not. Move back and hide the event until the user decides to
  // leave.
  const move = (event: PopStateEvent) => {
    if (returning) {
      returning = false;
      event.stopImmediatePropagation();
      return;
    }
    if (!isHeld() || address() === held.address) return;
    event.stopImmediatePropagation();
    const place = placeInHistory();
    const steps = place === undefined || held.place === undefined ? -1 : place - held.place;
    returning = true;
    history.go(-steps);
    ask(() => history.go(steps));
  };

  window.addEventListener("beforeunload", unload, options);
  window.addEventListener("click", click, options);
  window.addEventListener("popstate", move, options);
  return {
    stop: () => stop.abort(),
    begin: () => {
      held = { address: address(), place: placeInHistory() };
    },
  };
}

/** The internal link to another page that a click follows in the same tab. */
function findLeavingLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.hasAttribute("download") || (link.target && link.target !== "_self")) return null;
  return link.origin === location.origin && link.pathname + link.search !== address() ? link : null;
}
