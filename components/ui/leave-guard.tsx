"use client";

import dynamic from "next/dynamic";
import { createContext, use, useEffect, useMemo, useRef, useState } from "react";
import { retryImport } from "./retry-import";
import { DraftOwner } from "./use-draft";
import { watchLeaving } from "./watch-leaving";

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
