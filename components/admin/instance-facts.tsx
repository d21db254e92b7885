import { SimpleGrid } from "@mantine/core";
import { useFormatter, useTimeZone, useTranslations } from "next-intl";
import { Figure } from "@/components/clicks/figure";
import { Card } from "@/components/ui/card";
import { DescriptionList } from "@/components/ui/description-list";
import { momentText } from "@/components/ui/moment-text";
import type { InstanceFigures } from "@/lib/instance/figures";
import { useByteFormat } from "./use-size";

export function InstanceFacts({ figures }: { figures: InstanceFigures }) {
  const t = useTranslations("instance");
  const format = useFormatter();
  const size = useByteFormat();
  const { journal, uptime } = figures;
  const zone = useTimeZone() ?? "UTC";
  const time = (at: Date) => momentText(format, at, zone);
  const backupFacts = ({ madeAt, archivedAt }: NonNullable<InstanceFigures["backups"]>): [string, string][] => [
    [t("backup"), madeAt ? t("backupOf", { at: time(madeAt) }) : t("backupNone")],
    ...(archivedAt ? ([[t("logKept"), t("logKeptUntil", { at: time(archivedAt) })]] as [string, string][]) : []),
  ];
  const [unit, seconds] =
    uptime < 7_200
      ? (["minutes", 60] as const)
      : uptime < 172_800
        ? (["hours", 3_600] as const)
        : (["days", 86_400] as const);
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        <Figure label={t("users")} value={figures.users} note={t("newUsers", { count: figures.newUsers })} />
        <Figure label={t("links")} value={figures.links} note={t("linksNote")} />
        <Figure label={t("clicks")} value={figures.clicks} note={t("clicksNote")} />
        <Figure label={t("qrCodes")} value={figures.qrCodes} note={t("qrCodesNote")} />
      </SimpleGrid>
      <Card title={t("health")}>
        <DescriptionList
          columns
          items={[
            [t("recorded"), journal.refused === 0 ? t("recordedAll") : t("recordedNot", { count: journal.refused })],
            [t("quarantined"), journal.quarantined === 0 ? t("quarantinedNone") : format.number(journal.quarantined)],
            ...(figures.oldest === null
              ? []
              : ([
                  [
                    t("oldest"),
                    figures.oldest === 0
                      ? t("oldestNone")
                      : format.number(figures.oldest, { style: "unit", unit: "second", unitDisplay: "long" }),
                  ],
                ] as [string, string][])),
            [t("verified"), <Verification key="verified" last={figures.verified} />],
            ...(figures.backups ? backupFacts(figures.backups) : []),
            [t("memory"), size(figures.memory)],
            [t("restarts"), format.number(figures.restarts)],
            [t("pagesRefused"), format.number(figures.pagesRefused)],
            [t("postgres"), figures.postgres],
            [t("clickStore"), figures.clickStore],
            [t("counters"), figures.counters === "memory" ? t("inProcess") : figures.counters],
            [t("version"), figures.version],
            [t("node"), figures.node],
            [t("uptime"), t(unit, { count: Math.floor(uptime / seconds) })],
          ]}
        />
      </Card>
    </>
  );
}

function Verification({ last }: { last: InstanceFigures["verified"] }) {
  const t = useTranslations("instance");
  const format = useFormatter();
  const zone = useTimeZone() ?? "UTC";
  if (last === null) return t("verifiedNever");
  const at = momentText(format, last.at, zone);
  return last.differences === 0
    ? t("verifiedWhole", { at, count: last.clicks })
    : t("verifiedDiffering", { at, count: last.differences });
}
