"use client";

import dynamic from "next/dynamic";
import { createContext, use, useEffect, useMemo, useRef, useState } from "react";
import { retryImport } from "./retry-import";
import { DraftOwner } from "./use-draft";
import { watchLeaving } from "./watch-leaving";

/** Comes with the first thing that is typed: without a network it could not be had any more when it is needed. */
const LeaveDialog = dynamic(() => retryImport(() => import("./leave-dialog").then((module) => module.LeaveDialog)), {
  ssr: false,
});

interface Guard {
  /** From now until what it answers is called, whoever leaves is asked first; `discard` where they leave all the same. */
  hold: (discard: () => void) => () => void;
  /** Does what leads away from the page: at once, or once nothing of what was typed is to be kept. */
  leave: (go: () => void) => void;
}

const GuardContext = createContext<Guard>({ hold: () => () => undefined, leave: (go) => go() });

interface LeaveGuardProps {
  /** whose drafts are kept */
  owner: string;
  children: React.ReactNode;
}

/** Around the dashboard: nobody leaves what they typed and did not save without being asked. */
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

/** A function that does what leads away from the page, unless somebody would rather keep what they typed. */
export const useLeave = () => use(GuardContext).leave;

/** Has whoever leaves asked first while something is `unsaved`; `discard` forgets it for good. */
export function useUnsaved(unsaved: boolean, discard?: () => void): void {
  const { hold } = use(GuardContext);
  const forget = useRef(discard);
  useEffect(() => {
    forget.current = discard;
  });
  useEffect(() => (unsaved ? hold(() => forget.current?.()) : undefined), [unsaved, hold]);
}
