import classes from "./fold.module.css";

/** Details that open on a click, also without scripts. */
export const Fold = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <details className={classes.fold}>
    <summary>{title}</summary>
    {children}
  </details>
);
