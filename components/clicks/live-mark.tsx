"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import classes from "./live.module.css";

interface LiveMarkProps {
  url: string;
  live: string;
  polled: string;
}

/** Refreshes the page on new clicks, and shows whether updates are live or polled. */
export function LiveMark({ url, live, polled }: LiveMarkProps) {
  const router = useRouter();
  const [isLive, setLive] = useState<boolean>();
  useEffect(() => followClicks(url, { refresh: () => router.refresh(), show: setLive }), [url, router]);
  return (
    <span className={classes.mark} data-live={isLive}>
      {isLive === false ? polled : live}
    </span>
  );
}

/** Delay, in milliseconds, so that requests of the page itself come first. */
const OPEN_AFTER = 1_000;
/** Shortest time between two updates, in milliseconds. */
const REFRESH_EVERY = 1_500;
const POLL_EVERY = 15_000;
const TRY_AGAIN_AFTER = 60_000;

interface Follower {
  /** shows the changes */
  refresh: () => void;
  /** shows whether clicks arrive by a stream (`live`) or by polling */
  show: (live: boolean) => void;
}

/** Follows clicks and returns a function that stops it. Polls if no stream is available. */
function followClicks(url: string, { refresh, show }: Follower): () => void {
  let source: EventSource | undefined;
  let opening: number | undefined;
  let polling: number | undefined;
  let refreshing: number | undefined;

  const refreshSoon = () => {
    refreshing ??= window.setTimeout(() => {
      refreshing = undefined;
      refresh();
    }, REFRESH_EVERY);
  };
  const poll = (on: boolean) => {
    show(!on);
    if (!on) window.clearInterval(polling);
    polling = on ? (polling ?? window.setInterval(refresh, POLL_EVERY)) : undefined;
  };
  const open = () => {
    source = new EventSource(url);
    let again = false;
    source.onopen = () => {
      poll(false);
      // Clicks that arrived while there was no stream were not reported.
      if (again) refreshSoon();
      again = true;
    };
    source.addEventListener("clicks", refreshSoon);
    source.onerror = () => {
      poll(true);
      // Otherwise the browser reconnects automatically.
      if (source?.readyState === EventSource.CLOSED) opening = window.setTimeout(open, TRY_AGAIN_AFTER);
    };
  };
  const stop = () => {
    source?.close();
    for (const timer of [opening, polling, refreshing]) window.clearTimeout(timer);
    opening = polling = refreshing = undefined;
  };
  // A browser has six connections to a host, so hidden pages close theirs.
  const turn = () => {
    stop();
    if (document.hidden) return;
    refresh();
    open();
  };

  if (!document.hidden) opening = window.setTimeout(open, OPEN_AFTER);
  document.addEventListener("visibilitychange", turn);
  return () => {
    document.removeEventListener("visibilitychange", turn);
    stop();
  };
}
