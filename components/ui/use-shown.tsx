import { useFormatter } from "next-intl";
import { RelativeTime } from "./relative-time";

/** The value of a cell or fact: an element, or a raw number or date to be formatted. */
export type Shown = React.ReactNode | Date;

/** Returns a function that formats numbers for the locale and dates as relative times. */
export function useShown(now?: Date) {
  const format = useFormatter();
  return (value: Shown): React.ReactNode => {
    if (typeof value === "number") return format.number(value);
    if (!(value instanceof Date)) return value;
    if (!now) throw new Error("what shows times needs `now`");
    return <RelativeTime date={value} now={now} />;
  };
}
