import classes from "./look-panel.module.css";
import type { ThemeColors } from "./themes";

/** A page in a theme's colours, much smaller. */
export function ThemeSample({ colors: { background, backgroundto, text, button } }: { colors: ThemeColors }) {
  const behind = backgroundto ? `linear-gradient(${background}, ${backgroundto})` : background;
  return (
    <span className={classes.sample} style={{ background: behind, color: text }} aria-hidden>
      <span className={classes.letters} />
      <span className={classes.button} style={{ background: button }} />
      <span className={classes.button} style={{ background: button }} />
    </span>
  );
}
