"use client";

import { useMounted } from "@mantine/hooks";

const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

function relative(seconds: number): string {
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  return unit === "second" ? "just now" : words.format(Math.round(seconds / size), unit);
}

/** How long ago, or ahead, of `now` (the time of rendering on the server, so that the browser agrees) a moment is. */
export function RelativeTime({ date, now }: { date: Date; now: Date }) {
  // The person's own time zone is known in the browser alone.
  const exact = useMounted() ? date.toLocaleString("en", { dateStyle: "full", timeStyle: "short" }) : undefined;
  return (
    <time dateTime={date.toISOString()} title={exact}>
      {relative((date.getTime() - now.getTime()) / 1000)}
    </time>
  );
}
