import { Alert, SimpleGrid, Stack } from "@mantine/core";
import { IconSettings } from "@tabler/icons-react";
import { useFormatter, useTimeZone, useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import {
  GrowthChart,
  InstancePast,
  InstanceQueues,
  InstanceStorage,
  useByteFormat,
} from "@/components/admin/instance-cards";
import { Figure } from "@/components/clicks/figure";
import { Card } from "@/components/ui/card";
import { DescriptionList } from "@/components/ui/description-list";
import { momentText } from "@/components/ui/formats";
import { ButtonLink } from "@/components/ui/link";
import { Page, pageTitle } from "@/components/ui/page";
import { refusalIn } from "@/lib/contract/refusals";
import {
  type GrowthDay,
  type InstanceFigures,
  instanceFigures,
  type MailFigures,
  mailFigures,
  readGrowth,
  storageFigures,
} from "@/lib/instance/figures";
import { readSamples } from "@/lib/instance/samples";
import { administrator } from "../../_lib/required";

export const generateMetadata = pageTitle("instance", "title");

export default async function InstancePage() {
  const actor = await administrator();
  const t = await getTranslations("instance");
  const locale = await getLocale();
  const [figures, mails, storage, growth, day, month] = await Promise.all([
    instanceFigures(actor),
    mailFigures(actor),
    storageFigures(actor),
    readGrowth(actor),
    readSamples(actor, "day"),
    readSamples(actor, "month"),
  ]);
  return (
    <Page
      title={t("title")}
      note={t("lead", { version: figures.version })}
      actions={
        <ButtonLink
          href="/dashboard/admin/instance/settings"
          variant="default"
          leftSection={<IconSettings size={18} />}
        >
          {t("settings.title")}
        </ButtonLink>
      }
    >
      <Stack gap="lg">
        {figures.journal.refused > 0 && (
          <Alert color="red" title={t("refusedTitle")}>
            {t("refused", { count: figures.journal.refused })}
          </Alert>
        )}
        {figures.disk?.full && (
          <Alert color="red" title={t("diskFullTitle")}>
            {t("diskFull")}
          </Alert>
        )}
        {figures.journal.quarantined > 0 && (
          <Alert color="red" title={t("quarantinedTitle")}>
            {t("quarantinedSome", { count: figures.journal.quarantined })}
          </Alert>
        )}
        {figures.degraded
          .filter((code) => code !== "disk_full")
          .map((code) => (
            <Alert key={code} color="red" title={t("degradedTitle")}>
              {refusalIn(locale, { code })}
            </Alert>
          ))}
        {figures.warnings.map((warning) => (
          <Alert
            key={JSON.stringify(warning.params)}
            color="yellow"
            title={t("warningTitle")}
            // Yellow text on yellow has too little contrast.
            styles={{ label: { color: "var(--mantine-color-text)" } }}
          >
            {refusalIn(locale, warning)}
          </Alert>
        ))}
        <InstanceFacts figures={figures} />
        {figures.queues.length > 0 && <InstanceQueues queues={figures.queues} />}
        {mails && <InstanceMails mails={mails} />}
        <InstancePast span="day" past={day} />
        <InstancePast span="month" past={month} />
        <InstanceStorage storage={storage} />
        <InstanceGrowth days={growth} />
      </Stack>
    </Page>
  );
}

function InstanceFacts({ figures }: { figures: InstanceFigures }) {
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

/** New links and clicks per day. */
function InstanceGrowth({ days }: { days: GrowthDay[] }) {
  const t = useTranslations("instance");
  const of = (name: "links" | "clicks") => days.map((day) => ({ day: day.day, count: day[name] }));
  const total = (name: "links" | "clicks") => days.reduce((sum, day) => sum + day[name], 0);
  return (
    <Card title={t("growth")} lead={t("growthAbout", { days: days.length })}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <GrowthChart name={t("newLinks")} total={t("linksInAll", { count: total("links") })} days={of("links")} />
        <GrowthChart name={t("newClicks")} total={t("clicksInAll", { count: total("clicks") })} days={of("clicks")} />
      </SimpleGrid>
    </Card>
  );
}

/** What became of mails that the mail server did not take at once. */
function InstanceMails({ mails: { waiting, tried, givenUp, lastFailure } }: { mails: MailFigures }) {
  const t = useTranslations("instance.mails");
  const format = useFormatter();
  return (
    <Card title={t("title")} lead={t("about")}>
      <DescriptionList
        columns
        items={[
          [t("waiting"), tried === 0 ? format.number(waiting) : t("waitingTried", { waiting, tried })],
          [t("givenUp"), format.number(givenUp)],
          [t("lastFailure"), format.dateTime(lastFailure.at, { dateStyle: "medium", timeStyle: "short" })],
          [t("problem"), lastFailure.problem],
        ]}
      />
    </Card>
  );
}
