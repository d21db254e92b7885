import { Alert, Stack } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { InstanceFacts } from "@/components/admin/instance-facts";
import { InstanceGrowth } from "@/components/admin/instance-growth";
import { InstanceStorage } from "@/components/admin/instance-storage";
import { Page } from "@/components/shell/page";
import { instanceFigures } from "@/lib/resources/instance/figures";
import { growthOf } from "@/lib/resources/instance/growth";
import { storageFigures } from "@/lib/resources/instance/storage";
import { administrator } from "../administrator";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin"))("instance.title") };
}

export default async function InstancePage() {
  const actor = await administrator();
  const t = await getTranslations("admin.instance");
  const [figures, storage, growth] = await Promise.all([
    instanceFigures(actor),
    storageFigures(actor),
    growthOf(actor),
  ]);
  return (
    <Page title={t("title")} lead={t("lead", { version: figures.version })}>
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
        <InstanceFacts figures={figures} />
        <InstanceStorage storage={storage} />
        <InstanceGrowth days={growth} />
      </Stack>
    </Page>
  );
}
