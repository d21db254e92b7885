/** The browser's list of where it has been; older ones do not tell. */
const placeInHistory = () =>
  (window as { navigation?: { currentEntry: { index: number } | null } }).navigation?.currentEntry?.index;

const address = () => location.pathname + location.search;

/**
 * While `isHeld`, calls `ask` instead of what leads away from the page: its links, back and forward. Before a reload, and
 * before the tab is closed, the browser asks in its own words. Answers what ends it, and what to call once it is held.
 */
export function watchLeaving(isHeld: () => boolean, ask: (go: () => void) => void) {
  const stop = new AbortController();
  // Before React and the router, which listen at the same window and document.
  const options = { capture: true, signal: stop.signal };
  let held = { address: address(), place: placeInHistory() };
  let returning = false;

  const unload = (event: BeforeUnloadEvent) => {
    if (isHeld()) event.preventDefault();
  };

  const click = (event: MouseEvent) => {
    const link = isHeld() ? leadingAway(event) : null;
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    ask(() => link.click());
  };

  // The browser is at the other entry already, the router is not: it never hears of it, unless it is what somebody wants.
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

/** The link that a click follows to another page of the service, in the same tab. */
function leadingAway(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.hasAttribute("download") || (link.target && link.target !== "_self")) return null;
  return link.origin === location.origin && link.pathname + link.search !== address() ? link : null;
}
