import { ButtonGroup, Group } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/link";
import { type ClicksView, clicksQuery, ranges } from "./clicks-view";

/** Which clicks the page shows. Links: any view can be shared and reloaded. */
export function ClicksFilter({ view }: { view: ClicksView }) {
  const t = useTranslations("clicks");
  const choice = (label: string, other: ClicksView, active: boolean) => (
    <ButtonLink
      key={label}
      href={clicksQuery(other)}
      scroll={false}
      size="sm"
      variant={active ? "light" : "default"}
      aria-current={active ? "true" : undefined}
    >
      {label}
    </ButtonLink>
  );
  return (
    <Group gap="sm">
      <ButtonGroup aria-label={t("period")}>
        {ranges.map((days) => choice(t("days", { days }), { ...view, days }, view.days === days))}
      </ButtonGroup>
      <ButtonGroup aria-label={t("whose")}>
        {choice(t("people"), { ...view, robots: false }, !view.robots)}
        {choice(t("peopleAndRobots"), { ...view, robots: true }, view.robots)}
      </ButtonGroup>
    </Group>
  );
}
