import classes from "./line.module.css";

/** A line whose links shrink so that what is next to them fits. */
export function Line({ children }: { children: React.ReactNode }) {
  return <span className={classes.line}>{children}</span>;
}
