import classes from "./columns.module.css";

interface ColumnsProps {
  /** fields close together, or parts of a page with room between them */
  roomy?: boolean;
  children: React.ReactNode;
}

/** Two columns, where there is room for them. */
export function Columns({ roomy, children }: ColumnsProps) {
  return (
    <div className={classes.columns} data-roomy={roomy}>
      {children}
    </div>
  );
}
