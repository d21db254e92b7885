import { SimpleGrid } from "@mantine/core";
import type { ClickReport } from "@/lib/clicks/report";
import { TopList } from "./top-list";

interface TopListsProps {
  report: ClickReport;
  countryName: (code: string) => string;
  languageName: (code: string) => string;
}

export function TopLists({ report: { top, clicks }, countryName, languageName }: TopListsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      <TopList title="Countries" entries={top.countries} total={clicks} nameOf={countryName} />
      <TopList title="Referrers" entries={top.referrers} total={clicks} />
      <TopList title="Browsers" entries={top.browsers} total={clicks} />
      <TopList title="Systems" entries={top.systems} total={clicks} />
      <TopList title="Devices" entries={top.devices} total={clicks} />
      <TopList title="Languages" entries={top.languages} total={clicks} nameOf={languageName} />
    </SimpleGrid>
  );
}
