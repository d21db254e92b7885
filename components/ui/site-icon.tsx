import classes from "./site-icon.module.css";

export interface Site {
  /** A URL on the site. */
  url: string;
  /** The path of the site's icon. Null if it has none or has not been requested yet. */
  icon: string | null;
}

/** A site's icon, or its first letter. Decorative, because the link's name is next to it. */
export function SiteIcon({ url, icon }: Site) {
  if (icon) {
    // biome-ignore lint/performance/noImgElement: our own image, already in this size
    return <img src={icon} alt="" className={classes.icon} loading="lazy" decoding="async" />;
  }
  const host = url.replace(/^\w+:\/\/(www\.)?/i, "").replace(/[/?#].*$/s, "");
  return (
    <span className={`${classes.icon} ${classes.letter}`} style={colorsOf(host)} aria-hidden>
      {/[\p{L}\p{N}]/u.exec(host)?.[0].toUpperCase() ?? "?"}
    </span>
  );
}

/** Colors that are stable for a site and differ between sites. */
function colorsOf(host: string) {
  let hue = 0;
  for (const character of host.toLowerCase()) hue = (hue * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return {
    background: `light-dark(oklch(0.93 0.04 ${hue}), oklch(0.33 0.05 ${hue}))`,
    color: `light-dark(oklch(0.4 0.09 ${hue}), oklch(0.9 0.05 ${hue}))`,
  };
}
