import classes from "./color-dot.module.css";

/** A dot in the thing's color. Its name in that color would not always be readable. */
export function ColorDot({ color }: { color: string }) {
  return <span className={classes.dot} style={{ background: color }} />;
}
