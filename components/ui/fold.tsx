import classes from "./fold.module.css";

interface FoldProps {
  title: string;
  /** whether it is open at first */
  open?: boolean;
  children: React.ReactNode;
}

/** Details that open on a click, also without scripts. */
export const Fold = ({ title, open, children }: FoldProps) => (
  <details className={classes.fold} open={open}>
    <summary>{title}</summary>
    {children}
  </details>
);
