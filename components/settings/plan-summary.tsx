import { Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { megabytes } from "@/components/ui/megabytes";
import type { PlanUsage } from "@/lib/resources/links/search/usage";

interface PlanSummaryProps {
  usage: PlanUsage;
  /** In bytes. Administrators have no limit. */
  storage: { stored: number; limit: number | null };
  until: Date | null;
}

/** The account's plan, its limits and its end. */
export function PlanSummary({ usage: { plan, links, limit, clicks }, storage, until }: PlanSummaryProps) {
  const t = useTranslations("settings.plan");
  const usage = useTranslations("shell.usage");
  const format = useFormatter();
  const stored = megabytes(format, storage.stored);
  return (
    <>
      <Text fw={500}>{plan ?? usage("administrator")}</Text>
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
