import classes from "./look-panel.module.css";
import type { ThemeColors } from "./themes";

/** A tiny page in a theme's colors. */
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
