import classes from "./line.module.css";

/** A line whose links shrink so that what is next to them fits. */
export function Line({ children }: { children: React.ReactNode }) {
  return <span className={classes.line}>{children}</span>;
}

/** A dot in the thing's color. Its name in that color would not always be readable. */
export function ColorDot({ color }: { color: string }) {
  return <span className={classes.dot} style={{ background: color }} />;
}
