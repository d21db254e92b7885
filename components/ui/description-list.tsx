import classes from "./description-list.module.css";
import { type Shown, useShown } from "./use-shown";

interface DescriptionListProps {
  /** names with their values; without a value (`null`, `false`) it is left out */
  items: [name: string, value: Shown][];
  /** the time of rendering on the server, where there are times */
  now?: Date;
  /** each in a column, its name above it, where there is room; else in a line, beside its name */
  columns?: boolean;
}

/** What is known of a thing. */
export function DescriptionList({ items, now, columns }: DescriptionListProps) {
  const shown = useShown(now);
  return (
    <dl className={columns ? classes.columns : classes.lines}>
      {items
        .filter(([, value]) => value !== null && value !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{shown(value)}</dd>
          </div>
        ))}
    </dl>
  );
}
