import { Alert, Stack } from "@mantine/core";
import { IconSettings } from "@tabler/icons-react";
import { getLocale, getTranslations } from "next-intl/server";
import { InstanceFacts } from "@/components/admin/instance-facts";
import { InstanceGrowth } from "@/components/admin/instance-growth";
import { InstanceMails } from "@/components/admin/instance-mails";
import { InstancePast } from "@/components/admin/instance-past";
import { InstanceQueues } from "@/components/admin/instance-queues";
import { InstanceStorage } from "@/components/admin/instance-storage";
import { ButtonLink } from "@/components/ui/link";
import { Page } from "@/components/ui/page";
import { pageTitle } from "@/components/ui/page-title";
import { refusalIn } from "@/lib/contract/refusals";
import { instanceFigures } from "@/lib/instance/figures";
import { growthOf } from "@/lib/instance/growth";
import { mailFigures } from "@/lib/instance/mails";
import { pastOf } from "@/lib/instance/samples";
import { storageFigures } from "@/lib/instance/storage";
import { administrator } from "../administrator";

export const generateMetadata = pageTitle("instance", "title");

export default async function InstancePage() {
  const actor = await administrator();
  const t = await getTranslations("instance");
  const locale = await getLocale();
  const [figures, mails, storage, growth, day, month] = await Promise.all([
    instanceFigures(actor),
    mailFigures(actor),
    storageFigures(actor),
    growthOf(actor),
    pastOf(actor, "day"),
    pastOf(actor, "month"),
  ]);
  return (
    <Page
      title={t("title")}
      lead={t("lead", { version: figures.version })}
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
