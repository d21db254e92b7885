import classes from "./method.module.css";

export function Method({ name }: { name: string }) {
  return (
    <span className={classes.method} data-method={name}>
      {name}
    </span>
  );
}
