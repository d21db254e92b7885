import classes from "./color-dot.module.css";

/** A thing's colour, beside its name: in the colour itself a name could not always be read. */
export function ColorDot({ color }: { color: string }) {
  return <span className={classes.dot} style={{ background: color }} />;
}
