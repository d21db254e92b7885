"use client";

import { useLocale } from "next-intl";
import { useState } from "react";
import { useAccountZone } from "./account-zone";

const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

function relative(seconds: number, locale: string): string {
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", Number.POSITIVE_INFINITY];
  // Rounds to "now" within the first minute.
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.round(seconds / size), unit);
}

/** How long ago, or ahead, of `now` (the time of rendering on the server, so that the browser agrees) a moment is. */
export function RelativeTime({ date, now }: { date: Date; now: Date }) {
  const locale = useLocale();
  const timeZone = useAccountZone();
  // Once it is pointed at: the browser's own time zone, where the account has none, is known in the browser alone, and a
  // list would draw all of its rows a second time.
  const [exact, setExact] = useState<string>();
  const tell = () => setExact(date.toLocaleString(locale, { dateStyle: "full", timeStyle: "short", timeZone }));
  return (
    <time dateTime={date.toISOString()} title={exact} onMouseEnter={tell}>
      {relative((date.getTime() - now.getTime()) / 1000, locale)}
    </time>
  );
}
