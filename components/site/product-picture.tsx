import { IconSearch } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { SiteIcon } from "@/components/ui/site-icon";
import classes from "./product-picture.module.css";

const days = [
  31, 38, 34, 42, 47, 29, 26, 44, 52, 49, 57, 61, 40, 37, 58, 66, 71, 63, 74, 52, 48, 77, 86, 81, 92, 97, 68, 64, 103,
  112,
];
const before = days.map((clicks, index) => clicks * 0.62 + (index % 7) * 2.4);
const rows = [
  { name: "sale", alias: "spring", tag: true, clicks: 812 },
  { name: "menu", alias: "menu", tag: false, clicks: 561 },
  { name: "talk", alias: "talk", tag: true, clicks: 329 },
  { name: "jobs", alias: "jobs", tag: false, clicks: 97 },
] as const;
const countries = [
  { code: "DE", share: 41 },
  { code: "FR", share: 22 },
  { code: "US", share: 17 },
  { code: "JP", share: 9 },
] as const;

/** A picture of the dashboard, built from its own components. */
export function ProductPicture({ host }: { host: string }) {
  const t = useTranslations("site.product");
  const format = useFormatter();
  return (
    <figure className={classes.window} role="img" aria-label={t("label")}>
      <div className={classes.bar}>
        <i />
        <i />
        <i />
        <span className={classes.address}>
          {host}
          {"/dashboard"}
        </span>
        <IconSearch size={16} />
      </div>
      <div className={classes.body}>
        <div className={`${classes.card} ${classes.chart}`}>
          <div className={classes.caption}>
            <span>{t("clicks")}</span>
            <b>{format.number(days.reduce((sum, clicks) => sum + clicks, 0))}</b>
            <em>{t("more")}</em>
          </div>
          <svg viewBox="0 0 290 120" preserveAspectRatio="none" aria-hidden="true">
            <path className={classes.area} d={`${lineOf(days)} V120 H0 Z`} />
            <path className={classes.before} d={lineOf(before)} vectorEffect="non-scaling-stroke" />
            <path className={classes.line} d={lineOf(days)} vectorEffect="non-scaling-stroke" />
          </svg>
        </div>
        <div className={`${classes.card} ${classes.countries}`}>
          <span>{t("countries")}</span>
          {countries.map(({ code, share }) => (
            <div key={code} className={classes.country}>
              <u style={{ width: `${(share / 41) * 100}%` }} />
              <span>{t(`country.${code}`)}</span>
              <b>{format.number(share / 100, { style: "percent" })}</b>
            </div>
          ))}
        </div>
        <div className={`${classes.card} ${classes.links}`}>
          {rows.map(({ name, alias, tag, clicks }) => (
            <div key={name} className={classes.row}>
              <SiteIcon icon={null} />
              <div className={classes.what}>
                <b>{t(`link.${name}`)}</b>
                <span>
                  {host}
                  {"/"}
                  {alias}
                </span>
              </div>
              {tag && <em>{t("tag")}</em>}
              <strong>{format.number(clicks)}</strong>
            </div>
          ))}
        </div>
      </div>
    </figure>
  );
}

/** An SVG path through 30 values, 290 wide and 120 high. */
const lineOf = (values: number[]) =>
  values.map((value, index) => `${index === 0 ? "M" : "L"}${index * 10} ${Math.round(112 - value)}`).join(" ");
