import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import type { TopEntry } from "@/lib/clicks/store/click-store";
import { type ClicksView, narrowedQuery } from "./clicks-view";
import type { NameOf } from "./value-names";
import world from "./world.svg";
import classes from "./world-map.module.css";

interface WorldMapProps {
  countries: TopEntry[];
  /** total clicks, for the shares */
  total: number;
  view: ClicksView;
  nameOf: NameOf;
}

/**
 * Where clicks came from: the darker, the more. A country that is hovered or focused shows its figures below the map.
 * The countries' shapes are symbols of a picture that the browser caches (scripts/world-map.mjs), so the page contains
 * only the countries with clicks.
 */
export function WorldMap({ countries, total, view, nameOf }: WorldMapProps) {
  const t = useTranslations("clicks.map");
  const format = useFormatter();
  const found = countries.filter(({ value }) => /^[A-Z]{2}$/.test(value));
  const most = Math.max(1, ...found.map(({ clicks }) => clicks));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a picture of links has no element of its own
    <svg className={classes.map} viewBox="0 0 960 480" role="group" aria-label={t("title")}>
      <use href={`${world.src}#land`} className={classes.land} />
      {found.map(({ value, clicks }) => {
        const share = format.number(total > 0 ? clicks / total : 0, { style: "percent", maximumFractionDigits: 1 });
        const figures = t("figures", { country: nameOf("country", value), clicks, share });
        return (
          <Link
            key={value}
            href={narrowedQuery(view, "country", view.filters.country === value ? undefined : value)}
            scroll={false}
            prefetch={false}
            aria-label={figures}
          >
            <use href={`${world.src}#${value}`} className={classes.country} fillOpacity={shade(clicks / most)} />
            <text x="480" y="468" className={classes.figures}>
              {figures}
            </text>
          </Link>
        );
      })}
    </svg>
  );
}

/** Logarithmic, so that a country with 1% of another's clicks is still visible. */
const shade = (share: number) => Math.max(0.25, 1 + Math.log10(share) / 3).toFixed(2);
