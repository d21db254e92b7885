import { IconWorld } from "@tabler/icons-react";
import classes from "./site-icon.module.css";

export interface Site {
  /** The path of the site's icon. Null if it has none or has not been requested yet. */
  icon: string | null;
}

/** A site's icon, or a globe. Decorative, because the link's name is next to it. */
export function SiteIcon({ icon }: Site) {
  if (!icon) return <IconWorld size={20} stroke={1.5} className={classes.globe} aria-hidden />;
  // biome-ignore lint/performance/noImgElement: our own image, already in this size
  return <img src={icon} alt="" className={classes.icon} loading="lazy" decoding="async" />;
}
