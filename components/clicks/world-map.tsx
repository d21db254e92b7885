import Link from "next/link";
import { useFormatter } from "next-intl";
import type { TopEntry } from "@/lib/clicks/click-store";
import { type ClicksView, narrowedQuery } from "./clicks-view";
import type { NameOf } from "./value-names";
import world from "./world.svg";
import classes from "./world-map.module.css";

interface WorldMapProps {
  countries: TopEntry[];
  view: ClicksView;
  nameOf: NameOf;
}

/**
 * Where clicks came from: the darker, the more. The countries' shapes are symbols of a picture that the browser keeps
 * (scripts/world-map.mjs), so the page holds the countries with clicks alone. The list beside it says the same in words,
 * with the same links: who cannot see the map misses nothing.
 */
export function WorldMap({ countries, view, nameOf }: WorldMapProps) {
  const format = useFormatter();
  const found = countries.filter(({ value }) => /^[A-Z]{2}$/.test(value));
  const most = Math.max(1, ...found.map(({ clicks }) => clicks));
  return (
    <svg className={classes.map} viewBox="0 0 960 436" aria-hidden="true">
      <use href={`${world.src}#land`} className={classes.land} />
      {found.map(({ value, clicks }) => (
        <Link
          key={value}
          href={narrowedQuery(view, "country", view.filters.country === value ? undefined : value)}
          scroll={false}
          prefetch={false}
          tabIndex={-1}
        >
          <title>{`${nameOf("country", value)}: ${format.number(clicks)}`}</title>
          <use href={`${world.src}#${value}`} className={classes.country} fillOpacity={shade(clicks / most)} />
        </Link>
      ))}
    </svg>
  );
}

/** By orders of magnitude: a country with a hundredth of another's clicks is still to be seen. */
const shade = (share: number) => Math.max(0.25, 1 + Math.log10(share) / 3).toFixed(2);
