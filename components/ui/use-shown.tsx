import { useFormatter } from "next-intl";
import { RelativeTime } from "./relative-time";

/** What a cell or a fact holds: text and elements, or a number or a moment as it is stored. */
export type Shown = React.ReactNode | Date;

/** How values are shown: numbers as the language writes them, moments by how long ago they are. */
export function useShown(now?: Date) {
  const format = useFormatter();
  return (value: Shown): React.ReactNode => {
    if (typeof value === "number") return format.number(value);
    if (!(value instanceof Date)) return value;
    if (!now) throw new Error("what shows times needs `now`");
    return <RelativeTime date={value} now={now} />;
  };
}
