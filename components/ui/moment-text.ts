import type { useFormatter } from "next-intl";
import { withOffset } from "@/lib/contract/local-time";

/** A day with its time, in a time zone. It has the offset from UTC if clocks show this time twice. */
export const momentText = (format: ReturnType<typeof useFormatter>, at: Date | number, timeZone: string): string =>
  withOffset(format.dateTime(at, { timeZone, dateStyle: "medium", timeStyle: "short" }), Number(at), timeZone);
