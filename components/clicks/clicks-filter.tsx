import { ButtonGroup, Group } from "@mantine/core";
import { ButtonLink } from "@/components/ui/link";
import { type ClicksView, clicksQuery, ranges } from "./clicks-view";

/** Which clicks the page shows. Links: any view can be shared and reloaded. */
export function ClicksFilter({ view }: { view: ClicksView }) {
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
      <ButtonGroup aria-label="Period">
        {ranges.map((days) => choice(`${days} days`, { ...view, days }, view.days === days))}
      </ButtonGroup>
      <ButtonGroup aria-label="Whose visits count">
        {choice("People", { ...view, robots: false }, !view.robots)}
        {choice("People and robots", { ...view, robots: true }, view.robots)}
      </ButtonGroup>
    </Group>
  );
}
