import classes from "./line.module.css";

/** A line whose links give way to what stands beside them. */
export function Line({ children }: { children: React.ReactNode }) {
  return <span className={classes.line}>{children}</span>;
}
