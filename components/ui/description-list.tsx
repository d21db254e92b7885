import classes from "./description-list.module.css";
import { type Shown, useShown } from "./use-shown";

interface DescriptionListProps {
  /** Names and values. Items whose value is `null` or `false` are left out. */
  items: [name: string, value: Shown][];
  /** The server's time of rendering, if there are times. */
  now?: Date;
  /** Puts names above values in columns, if there is room. Otherwise each is on a line. */
  columns?: boolean;
}

/** Facts about a thing. */
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
