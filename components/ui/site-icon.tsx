import classes from "./site-icon.module.css";

export interface Site {
  /** an address there */
  url: string;
  /** the path of its picture; null where it has none, or nobody has asked yet */
  icon: string | null;
}

/** The picture by which people know a site, or its first letter. The name of what leads there stands beside it. */
export function SiteIcon({ url, icon }: Site) {
  if (icon) {
    // biome-ignore lint/performance/noImgElement: a small picture of our own, drawn for this size
    return <img src={icon} alt="" className={classes.icon} loading="lazy" decoding="async" />;
  }
  const host = url.replace(/^\w+:\/\/(www\.)?/i, "").replace(/[/?#].*$/s, "");
  return (
    <span className={`${classes.icon} ${classes.letter}`} style={coloursOf(host)} aria-hidden>
      {/[\p{L}\p{N}]/u.exec(host)?.[0].toUpperCase() ?? "?"}
    </span>
  );
}

/** Of a site always the same, of its neighbours others. */
function coloursOf(host: string) {
  let hue = 0;
  for (const character of host.toLowerCase()) hue = (hue * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return {
    background: `light-dark(oklch(0.93 0.04 ${hue}), oklch(0.33 0.05 ${hue}))`,
    color: `light-dark(oklch(0.4 0.09 ${hue}), oklch(0.9 0.05 ${hue}))`,
  };
}
