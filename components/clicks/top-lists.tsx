import { SimpleGrid } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ClickReport } from "@/lib/clicks/report";
import type { Places } from "@/lib/links/places";
import { TopList } from "./top-list";

const knownValues = ["Unknown", "Direct", "Desktop", "Mobile", "Tablet", "TV"] as const;
const isKnown = (value: string): value is (typeof knownValues)[number] => knownValues.includes(value as never);

interface TopListsProps {
  report: ClickReport;
  places: Places;
}

export function TopLists({ report: { top, clicks }, places }: TopListsProps) {
  const t = useTranslations("clicks");
  // Of these a browser's or a host's name is what it is; some stand for what is not known or not said.
  const nameOf = (value: string) => (isKnown(value) ? t(`values.${value}`) : value);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      <TopList
        title={t("top.countries")}
        entries={top.countries}
        total={clicks}
        nameOf={(value) => places.countryName(value) ?? nameOf(value)}
      />
      <TopList title={t("top.referrers")} entries={top.referrers} total={clicks} nameOf={nameOf} />
      <TopList title={t("top.browsers")} entries={top.browsers} total={clicks} nameOf={nameOf} />
      <TopList title={t("top.systems")} entries={top.systems} total={clicks} nameOf={nameOf} />
      <TopList title={t("top.devices")} entries={top.devices} total={clicks} nameOf={nameOf} />
      <TopList
        title={t("top.languages")}
        entries={top.languages}
        total={clicks}
        nameOf={(value) => places.languageName(value) ?? nameOf(value)}
      />
    </SimpleGrid>
  );
}
