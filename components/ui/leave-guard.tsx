"use client";

import dynamic from "next/dynamic";
import { createContext, use, useEffect, useMemo, useRef, useState } from "react";
import { DraftOwner } from "./drafts";
import { retryImport } from "./retry-import";

/** The position in the browser's history. Undefined in older browsers. */
const placeInHistory = () =>
  (window as { navigation?: { currentEntry: { index: number } | null } }).navigation?.currentEntry?.index;

const address = () => location.pathname + location.search;

/**
 * While `isHeld`, calls `ask` instead of following links or going back and forward. Before a reload or closing the tab
 * the browser shows its own dialog. Returns a function that ends the watch, and one to call once input is held.
 */
function watchLeaving(isHeld: () => boolean, ask: (go: () => void) => void) {
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

/** Loaded on the first input, because it may be needed when the network is down. */
const LeaveDialog = dynamic(() => retryImport(() => import("./leave-dialog").then((module) => module.LeaveDialog)), {
  ssr: false,
});

interface Guard {
  /** Asks before leaving until the returned function is called. `discard` runs if the user leaves anyway. */
  hold: (discard: () => void) => () => void;
  /** Runs a navigation, after asking if there is unsaved input. */
  leave: (go: () => void) => void;
}

const GuardContext = createContext<Guard>({ hold: () => () => undefined, leave: (go) => go() });

interface LeaveGuardProps {
  /** The owner of the drafts. */
  owner: string;
  children: React.ReactNode;
}

/** Wraps the dashboard and asks before the user leaves unsaved input. */
export function LeaveGuard({ owner, children }: LeaveGuardProps) {
  const [opened, setOpened] = useState(false);
  const [mayAsk, setMayAsk] = useState(false);
  const go = useRef<() => void>(undefined);
  const held = useRef(new Set<() => void>());
  const watch = useRef<ReturnType<typeof watchLeaving>>(undefined);

  const guard = useMemo(() => {
    const ask = (leave: () => void) => {
      go.current = leave;
      setOpened(true);
    };
    return {
      ask,
      hold: (discard: () => void) => {
        held.current.add(discard);
        setMayAsk(true);
        watch.current?.begin();
        return () => void held.current.delete(discard);
      },
      leave: (leave: () => void) => (held.current.size === 0 ? leave() : ask(leave)),
    };
  }, []);

  useEffect(() => {
    watch.current = watchLeaving(() => held.current.size > 0, guard.ask);
    return watch.current.stop;
  }, [guard]);

  const stay = () => setOpened(false);
  const discard = () => {
    for (const forget of held.current) forget();
    held.current.clear();
    setOpened(false);
    go.current?.();
  };

  return (
    <GuardContext value={guard}>
      <DraftOwner value={owner}>{children}</DraftOwner>
      {mayAsk && <LeaveDialog opened={opened} stay={stay} discard={discard} />}
    </GuardContext>
  );
}

/** Returns a function that runs a navigation unless the user decides to stay. */
export const useLeave = () => use(GuardContext).leave;

/** Asks before leaving while something is `unsaved`. `discard` deletes the unsaved input. */
export function useUnsaved(unsaved: boolean, discard?: () => void): void {
  const { hold } = use(GuardContext);
  const forget = useRef(discard);
  useEffect(() => {
    forget.current = discard;
  });
  useEffect(() => (unsaved ? hold(() => forget.current?.()) : undefined), [unsaved, hold]);
}
