import { ButtonGroup } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/link";
import { shiftDay } from "@/lib/clicks/store/period";
import { ClicksChips } from "./clicks-chips";
import classes from "./clicks-filter.module.css";
import { type ClicksRequest, type ClicksView, clicksQuery, grainsFor, ranges } from "./clicks-view";
import { CompareChoices } from "./compare-choices";
import { DaysForm } from "./days-form";
import { Dropdown } from "./dropdown";
import { PendingMark } from "./pending-mark";
import type { VariantNames } from "./variant-names";
import { ZoneButton } from "./zone-button";

interface ClicksFilterProps {
  view: ClicksView;
  /** today, in the view's time zone: `2027-01-31` */
  today: string;
  variants?: VariantNames;
}

/** The filter of a statistics page. Choices are links, so that each view can be shared and reloaded. */
export function ClicksFilter({ view, today, variants }: ClicksFilterProps) {
  const t = useTranslations("clicks");
  const { zone, ownZone = "UTC", robots, grain, period, days, back } = view;
  const choice = (label: string, other: ClicksRequest, active: boolean) => (
    <ButtonLink
      key={label}
      href={clicksQuery(other)}
      scroll={false}
      prefetch={false}
      size="sm"
      variant={active ? "light" : "default"}
      aria-current={active ? "true" : undefined}
    >
      {label}
      <PendingMark />
    </ButtonLink>
  );
  const usual = { ...view, grain: undefined, back: undefined };
  const yesterday = shiftDay(today, -1);
  const isYesterday = period.from === yesterday && period.to === yesterday;
  return (
    <div className={classes.bar}>
      <div className={classes.filter}>
        <ButtonGroup className={classes.choices} aria-label={t("period")}>
          {ranges.flatMap((range) => {
            const ofDays = choice(
              range === 1 ? t("today") : t("days", { days: range }),
              { ...usual, days: range },
              days === range,
            );
            const day = { ...usual, days: null, period: { from: yesterday, to: yesterday } };
            return range === 1 ? [ofDays, choice(t("yesterday"), day, isYesterday)] : [ofDays];
          })}
        </ButtonGroup>
        <Dropdown label={t("dates")} active={days === null && !isYesterday}>
          <DaysForm view={usual} names={{ from: t("from"), to: t("to") }} values={period} />
        </Dropdown>
        <Dropdown label={t("compare.label")} active={back !== undefined}>
          <CompareChoices view={view} />
        </Dropdown>
        <Dropdown label={t("view")} active={robots || zone !== ownZone}>
          <ButtonGroup className={classes.choices} aria-label={t("grain")}>
            {grainsFor(period).map((one) => choice(t(`grains.${one}`), { ...view, grain: one }, grain === one))}
          </ButtonGroup>
          <ButtonGroup className={classes.choices} aria-label={t("whose")}>
            {choice(t("people"), { ...view, robots: false }, !robots)}
            {choice(t("peopleAndRobots"), { ...view, robots: true }, robots)}
          </ButtonGroup>
          <ButtonGroup className={classes.choices} aria-label={t("zone")}>
            {choice(t("utc"), { ...view, zone: "UTC" }, zone === "UTC")}
            {ownZone === "UTC" ? (
              <ZoneButton
                query={clicksQuery({ ...view, zone: "UTC" })}
                zone={zone === "UTC" ? null : zone}
                label={t("ownZone")}
              />
            ) : (
              choice(ownZone, { ...view, zone: ownZone }, zone === ownZone)
            )}
          </ButtonGroup>
        </Dropdown>
      </div>
      <ClicksChips view={view} variants={variants} />
    </div>
  );
}
