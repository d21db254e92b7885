import classes from "./editor.module.css";
import { useMayWrite } from "./may-write";

/** Disables an editor's fields for users who may not change them. */
export const ReadOnly = ({ children }: { children: React.ReactNode }) => (
  <fieldset className={classes.fields} disabled={!useMayWrite()}>
    {children}
  </fieldset>
);
