"use client";

import { useMounted } from "@mantine/hooks";
import { useLocale } from "next-intl";
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
  // The browser's own time zone, where the account has none, is known in the browser alone.
  const exact = useMounted()
    ? date.toLocaleString(locale, { dateStyle: "full", timeStyle: "short", timeZone })
    : undefined;
  return (
    <time dateTime={date.toISOString()} title={exact}>
      {relative((date.getTime() - now.getTime()) / 1000, locale)}
    </time>
  );
}
