"use client";

import { useLocale } from "next-intl";
import { useState } from "react";
import { withOffset } from "@/lib/contract/local-time";
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
  // The first minute is shown as "now".
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.round(seconds / size), unit);
}

/** A moment relative to `now`, the server's time of rendering, so that server and browser render the same. */
export function RelativeTime({ date, now }: { date: Date; now: Date }) {
  const locale = useLocale();
  const timeZone = useAccountZone();
  // Computed only on hover: the browser's time zone is unknown on the server, and rendering it
  // for a whole list would render every row twice.
  const [exact, setExact] = useState<string>();
  const showExact = () => {
    const text = date.toLocaleString(locale, { dateStyle: "full", timeStyle: "short", timeZone });
    setExact(withOffset(text, date.getTime(), timeZone));
  };
  return (
    <time dateTime={date.toISOString()} title={exact} onMouseEnter={showExact}>
      {relative((date.getTime() - now.getTime()) / 1000, locale)}
    </time>
  );
}
