import { Code } from "@mantine/core";
import classes from "./changed-value.module.css";

/** A changed value: text as it is, lists and objects as JSON. */
export function ChangedValue({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === "") return <span className={classes.none}>–</span>;
  if (typeof value === "object") {
    return (
      <Code block className={classes.json}>
        {JSON.stringify(value, null, 1)}
      </Code>
    );
  }
  return (
    <span className={classes.text} dir="auto">
      {String(value)}
    </span>
  );
}
