import { Button, ButtonGroup, Group } from "@mantine/core";
import Form from "next/form";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/link";
import classes from "./clicks-filter.module.css";
import { type Asked, type ClicksView, clicksQuery, grainsFor, ranges } from "./clicks-view";
import { PendingMark } from "./pending-mark";
import { ZoneButton } from "./zone-button";

/** Which clicks the page shows. Links: any view can be shared and reloaded. */
export function ClicksFilter({ view }: { view: ClicksView }) {
  const t = useTranslations("clicks");
  const { zone, robots, grain, period, days } = view;
  const choice = (label: string, other: Asked, active: boolean) => (
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
  return (
    <div className={classes.filter}>
      <Group gap="sm">
        <ButtonGroup className={classes.choices} aria-label={t("period")}>
          {ranges.map((range) =>
            choice(
              range === 1 ? t("today") : t("days", { days: range }),
              { ...view, days: range, grain: undefined },
              days === range,
            ),
          )}
        </ButtonGroup>
        <Between view={view} />
      </Group>
      <Group gap="sm">
        <ButtonGroup className={classes.choices} aria-label={t("grain")}>
          {grainsFor(period).map((one) => choice(t(`grains.${one}`), { ...view, grain: one }, grain === one))}
        </ButtonGroup>
        <ButtonGroup className={classes.choices} aria-label={t("whose")}>
          {choice(t("people"), { ...view, robots: false }, !robots)}
          {choice(t("peopleAndRobots"), { ...view, robots: true }, robots)}
        </ButtonGroup>
        <ButtonGroup className={classes.choices} aria-label={t("zone")}>
          {choice(t("utc"), { ...view, zone: "UTC" }, zone === "UTC")}
          <ZoneButton
            query={clicksQuery({ ...view, zone: "UTC" })}
            zone={zone === "UTC" ? null : zone}
            label={t("ownZone")}
          />
        </ButtonGroup>
      </Group>
    </div>
  );
}

/** From one day to another. */
function Between({ view: { period, ...view } }: { view: ClicksView }) {
  const t = useTranslations("clicks");
  const others = new URLSearchParams(clicksQuery({ ...view, period, days: 30, grain: undefined }));
  const date = (name: "from" | "to") => (
    <label className={classes.date}>
      <span>{t(name)}</span>
      <input key={period[name]} type="date" name={name} defaultValue={period[name]} required />
    </label>
  );
  return (
    <Form action="" scroll={false} className={classes.between}>
      {[...others].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {date("from")}
      {date("to")}
      <Button type="submit" size="sm" variant="default" px="sm">
        {t("show")}
        <PendingMark />
      </Button>
    </Form>
  );
}
