import { Button, ButtonGroup, VisuallyHidden } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconX } from "@tabler/icons-react";
import Form from "next/form";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/link";
import type { ClickReport } from "@/lib/clicks/statistics/report";
import { daysInPeriod, type Period, periodBefore, shiftDay } from "@/lib/clicks/store/period";
import type { FilterDimension } from "@/lib/clicks/store/selection";
import { withOffset } from "@/lib/contract/local-time";
import { placesIn } from "@/lib/contract/places";
import classes from "./clicks-filter.module.css";
import { type ClicksRequest, type ClicksView, clicksQuery, grainsFor, narrowedQuery, ranges } from "./clicks-view";
import { namedRanges, neighborOf } from "./date-ranges";
import { Dropdown, PendingMark, ZoneButton } from "./filter-controls";
import { NarrowLink } from "./narrow-link";
import { useValueNames, type VariantNames } from "./value-names";

interface ClicksFilterProps {
  view: ClicksView;
  /** today, in the view's time zone: `2027-01-31` */
  today: string;
  variants?: VariantNames;
}

/** The filter of a statistics page. Choices are links, so that each view can be shared and reloaded. */
export function ClicksFilter({ view, today, variants }: ClicksFilterProps) {
  const t = useTranslations("clicks");
  const nameOf = useRangeName();
  const { zone, ownZone = "UTC", robots, grain, period, days, range, back } = view;
  const choice = (label: string, other: ClicksRequest, active: boolean) => (
    <ButtonLink
      key={label}
      href={clicksQuery(other)}
      scroll={false}
      prefetch={false}
      variant={active ? "light" : "default"}
      aria-current={active ? "true" : undefined}
    >
      {label}
      <PendingMark />
    </ButtonLink>
  );
  const usual = { ...view, grain: undefined, back: undefined, range: undefined };
  const ofDays = (one: (typeof ranges)[number]) =>
    choice(one === 1 ? t("today") : t("days", { days: one }), { ...usual, days: one }, days === one);
  const named = (one: (typeof namedRanges)[number]) =>
    choice(t(`ranges.${one}`), { ...usual, days: null, range: one }, range === one);
  const arrow = (direction: -1 | 1) => {
    const neighbor = neighborOf(period, range, direction, today);
    const label = t(direction === -1 ? "earlier" : "later");
    const Icon = direction === -1 ? IconChevronLeft : IconChevronRight;
    return neighbor ? (
      <NarrowLink
        href={clicksQuery({ ...usual, days: null, period: neighbor })}
        className={classes.arrow}
        title={label}
      >
        <Icon size={18} aria-hidden />
        <VisuallyHidden>{label}</VisuallyHidden>
      </NarrowLink>
    ) : (
      <span className={classes.arrow} aria-hidden>
        <Icon size={18} />
      </span>
    );
  };
  return (
    <div className={classes.bar}>
      <div className={classes.filter}>
        <ButtonGroup className={classes.choices} aria-label={t("period")}>
          {ranges.flatMap((one) => (one === 1 ? [ofDays(one), named("yesterday")] : [ofDays(one)]))}
        </ButtonGroup>
        <fieldset className={classes.dates} aria-label={t("dates")}>
          {arrow(-1)}
          <Dropdown label={nameOf(view)} active={days === null && range !== "yesterday"}>
            <div className={classes.ranges}>{namedRanges.filter((one) => one !== "yesterday").map(named)}</div>
            <DaysForm view={usual} names={{ from: t("from"), to: t("to") }} values={period} />
          </Dropdown>
          {arrow(1)}
        </fieldset>
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

/** The active filters, each with a button that removes it. */
function ClicksChips({ view, variants = {} }: { view: ClicksView; variants?: VariantNames }) {
  const t = useTranslations("clicks");
  const nameOf = useValueNames(placesIn(useLocale()));
  const filters = Object.entries(view.filters) as [FilterDimension, string][];
  if (filters.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t("filters")}>
      {filters.map(([dimension, value]) => (
        <li key={dimension}>
          <NarrowLink href={narrowedQuery(view, dimension, undefined)} className={classes.chip}>
            <span>
              {t.rich("filter", {
                dimension: t(`dimensions.${dimension}`),
                name: (dimension === "variant" && variants[value]) || nameOf(dimension, value),
                b: (chunks) => <b>{chunks}</b>,
              })}
            </span>
            <VisuallyHidden>{t("remove")}</VisuallyHidden>
            <IconX size={16} aria-hidden />
          </NarrowLink>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <NarrowLink href={clicksQuery({ ...view, filters: {} })} className={classes.all}>
            {t("removeAll")}
          </NarrowLink>
        </li>
      )}
    </ul>
  );
}

/** Names the days of a view: `Last month`, `Nov 1 – 30, 2026`. */
function useRangeName() {
  const t = useTranslations("clicks");
  const format = useFormatter();
  return ({ days, range, period }: ClicksView): string => {
    if (range) return t(`ranges.${range}`);
    if (days !== null) return days === 1 ? t("today") : t("lastDays", { days });
    // Calendar days have no time zone, so they are formatted as UTC.
    return format.dateTimeRange(new Date(period.from), new Date(period.to), { dateStyle: "medium", timeZone: "UTC" });
  };
}

const week = [1, 2, 3, 4, 5, 6, 7];
/** 52 weeks, so that weekdays match. */
const YEAR = 364;

/** Chooses the compared period: for one day, each of the 7 days before; else the previous period; or a custom start. */
function CompareChoices({ view }: { view: ClicksView }) {
  const t = useTranslations("clicks");
  const nameOf = useComparedName(view);
  const { period, back } = view;
  const days = daysInPeriod(period);
  const earlier = (by: number) => ({ from: shiftDay(period.from, -by), to: shiftDay(period.to, -by) });
  const offered = [...(days === 1 ? week : [days]), ...(days < YEAR ? [YEAR] : [])];
  return (
    <>
      <ul className={classes.compared} aria-label={t("compare.title")}>
        {offered.map((by) => (
          <li key={by} aria-current={(back ?? days) === by || undefined}>
            <NarrowLink href={clicksQuery({ ...view, back: by === days ? undefined : by })}>
              {by === YEAR ? t("compare.year", { name: nameOf(earlier(by)) }) : nameOf(earlier(by))}
            </NarrowLink>
          </li>
        ))}
      </ul>
      <DaysForm
        view={view}
        names={{ vs: t("compare.from") }}
        values={{ vs: earlier(back ?? days).from }}
        without={["back"]}
      />
    </>
  );
}

interface DaysFormProps<Name extends string> {
  view: ClicksRequest;
  /** label of each day, by parameter */
  names: Record<Name, string>;
  values: Record<Name, string>;
  /** parameters to drop, because the days replace them */
  without?: string[];
}

/** A form that opens another view for the entered days. */
function DaysForm<Name extends string>({ view, names, values, without = ["days"] }: DaysFormProps<Name>) {
  const t = useTranslations("clicks");
  const parameters = Object.keys(names) as Name[];
  const others = [...new URLSearchParams(clicksQuery(view))].filter(
    ([name]) => !without.includes(name) && !parameters.includes(name as Name),
  );
  return (
    <Form action="" scroll={false} className={classes.between}>
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {parameters.map((name) => (
        <label key={name} className={classes.date}>
          <span>{names[name]}</span>
          <input key={values[name]} type="date" name={name} defaultValue={values[name]} required />
        </label>
      ))}
      <Button type="submit" variant="default" px="sm">
        {t("show")}
        <PendingMark />
      </Button>
    </Form>
  );
}

/** Names the compared period: `Tue, Nov 17`, `previous 30 days`. */
export function useComparedName({ period }: Pick<ClicksView, "period">) {
  const t = useTranslations("clicks");
  const format = useFormatter();
  return (compared: Period): string => {
    const sameYear = compared.from.slice(0, 4) === period.to.slice(0, 4);
    // Calendar days have no time zone, so they are formatted as UTC.
    const date = (day: string, weekday?: "short") =>
      format.dateTime(new Date(day), {
        ...{ weekday, month: "short", day: "numeric", timeZone: "UTC" },
        ...(!sameYear && { year: "numeric" }),
      });
    const days = daysInPeriod(compared);
    if (days === 1) return date(compared.from, "short");
    if (compared.from === periodBefore(period).from) return t("daysBefore", { days });
    return t("between", { from: date(compared.from), to: date(compared.to) });
  };
}

/** The note below a figure: the compared period and its number. */
export function useComparison(view: ClicksView, report: ClickReport) {
  const t = useTranslations("clicks");
  const format = useFormatter();
  const nameOf = useComparedName(view);
  return (before: number | null, beforeToday: number | undefined, none: string): string => {
    if (before === null) return none;
    const { compared, comparedUntil } = report;
    const of = { count: before, name: nameOf(compared) };
    if (beforeToday !== undefined) return t("comparedDays", { ...of, present: beforeToday });
    if (comparedUntil === null) return t("compared", of);
    return t("comparedUntil", {
      ...of,
      time: withOffset(
        format.dateTime(comparedUntil, { timeZone: view.zone, timeStyle: "short" }),
        comparedUntil,
        view.zone,
      ),
    });
  };
}
