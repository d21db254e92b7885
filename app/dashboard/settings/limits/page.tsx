import { Stack, Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { Card } from "@/components/ui/card";
import { DescriptionList } from "@/components/ui/description-list";
import { megabytes } from "@/components/ui/formats";
import { Page, pageTitle } from "@/components/ui/page";
import { requireActor } from "@/lib/auth/session";
import { weights } from "@/lib/contract/theme";
import { type PlanUsage, planUsage } from "@/lib/resources/links/search/blocks";
import { measureStorage, storageLimitOf } from "@/lib/resources/plans/storage";
import { countedNames, type Usage, usageNow } from "@/lib/resources/plans/usage";

export const generateMetadata = pageTitle("usage", "title");

/** The account's plan, its limits and how much of each is used. */
export default async function LimitsPage() {
  const t = await getTranslations("usage");
  const settings = await getTranslations("settings");
  const actor = await requireActor();
  const [plan, stored, usage] = await Promise.all([planUsage(actor), measureStorage(actor.userId), usageNow(actor)]);
  return (
    <Page title={t("title")} lead={t("lead")} size="form">
      <Stack gap="lg">
        <Card title={settings("plan.title")}>
          <PlanSummary usage={plan} storage={{ stored, limit: storageLimitOf(actor) }} until={actor.planExpiresAt} />
        </Card>
        <Card title={actor.unlimited ? t("unlimited") : actor.plan.name}>
          <Limits usage={usage} />
        </Card>
      </Stack>
    </Page>
  );
}

function Limits({ usage }: { usage: Usage }) {
  const t = useTranslations("usage");
  const format = useFormatter();
  const amount = (value: number, name: keyof Usage) =>
    name === "storage" ? megabytes(format, value) : format.number(value);
  const words = (name: keyof Usage) => {
    const { used, limit } = usage[name];
    const shown = amount(used, name);
    return limit === null ? shown : t("amountOf", { used: shown, limit: amount(limit, name) });
  };
  const names = [...countedNames, "clicks", "storage"] as const;
  return <DescriptionList items={names.map((name) => [t(`names.${name}`), words(name)])} />;
}

interface PlanSummaryProps {
  usage: PlanUsage;
  /** In bytes. Administrators have no limit. */
  storage: { stored: number; limit: number | null };
  until: Date | null;
}

/** The account's plan, its limits and its end. */
function PlanSummary({ usage: { plan, links, limit, clicks }, storage, until }: PlanSummaryProps) {
  const t = useTranslations("settings.plan");
  const usage = useTranslations("shell.usage");
  const format = useFormatter();
  const stored = megabytes(format, storage.stored);
  return (
    <>
      <Text fw={weights.medium}>{plan ?? usage("administrator")}</Text>
      <Text size="sm" c="dimmed">
        {limit === null ? usage("links", { links }) : usage("linksOf", { links, limit })}
      </Text>
      <Text size="sm" c="dimmed">
        {clicks.limit === null
          ? usage("clicks", { clicks: clicks.used })
          : usage("clicksOf", { clicks: clicks.used, limit: clicks.limit })}
      </Text>
      <Text size="sm" c="dimmed">
        {storage.limit === null
          ? t("stored", { stored })
          : t("storedOf", { stored, limit: megabytes(format, storage.limit) })}
      </Text>
      {until && (
        <Text size="sm" c="dimmed">
          {t("until", { date: format.dateTime(until, { dateStyle: "long" }) })}
        </Text>
      )}
    </>
  );
}
