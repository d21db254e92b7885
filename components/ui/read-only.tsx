import classes from "./editor.module.css";
import { useMayWrite } from "./may-write";

/** The fields of an editor, which whoever may not change them sees as they are. */
export const ReadOnly = ({ children }: { children: React.ReactNode }) => (
  <fieldset className={classes.fields} disabled={!useMayWrite()}>
    {children}
  </fieldset>
);
