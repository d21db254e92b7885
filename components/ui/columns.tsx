import classes from "./columns.module.css";

interface ColumnsProps {
  /** Small gaps for fields, large ones for parts of a page. */
  roomy?: boolean;
  children: React.ReactNode;
}

/** Two columns on screens that are wide enough. */
export function Columns({ roomy, children }: ColumnsProps) {
  return (
    <div className={classes.columns} data-roomy={roomy}>
      {children}
    </div>
  );
}
