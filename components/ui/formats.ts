import type { useFormatter } from "next-intl";
import { withOffset } from "@/lib/contract/local-time";

/** A day with its time, in a time zone. It has the offset from UTC if clocks show this time twice. */
export const momentText = (format: ReturnType<typeof useFormatter>, at: Date | number, timeZone: string): string =>
  withOffset(format.dateTime(at, { timeZone, dateStyle: "medium", timeStyle: "short" }), Number(at), timeZone);

/** Megabytes as plans count them: 1,048,576 bytes each. */
export const megabytes = (format: ReturnType<typeof useFormatter>, bytes: number) =>
  format.number(bytes / 2 ** 20, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });
