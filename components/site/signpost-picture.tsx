import classes from "./signpost-picture.module.css";

const boards = [
  { condition: "on an iPhone", to: "example.com/app", className: classes.right },
  { condition: "from France", to: "example.com/fr", className: classes.left },
  { condition: "everyone else", to: "example.com/spring", className: classes.last },
];

/** One short link, and where it leads whom. */
export function SignpostPicture() {
  return (
    <figure
      className={classes.picture}
      role="img"
      aria-label="The short link go.example/spring leads visitors on an iPhone to example.com/app, visitors from France to example.com/fr and everyone else to example.com/spring."
    >
      <div className={classes.link}>
        go.example/<b>spring</b>
      </div>
      {boards.map(({ condition, to, className }) => (
        <div key={to} className={`${classes.board} ${className}`}>
          <span className={classes.condition}>{condition}</span>
          <span className={classes.to}>{to}</span>
        </div>
      ))}
      <div className={classes.ground} />
    </figure>
  );
}
