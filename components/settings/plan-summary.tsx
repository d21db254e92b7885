import { Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import type { PlanUsage } from "@/lib/links/usage";

/** What the account may do, and until when. */
export function PlanSummary({ usage: { plan, links, limit }, until }: { usage: PlanUsage; until: Date | null }) {
  const t = useTranslations("settings.plan");
  const usage = useTranslations("shell.usage");
  const format = useFormatter();
  return (
    <>
      <Text fw={500}>{plan ?? usage("administrator")}</Text>
      <Text size="sm" c="dimmed">
        {limit === null ? usage("links", { links }) : usage("linksOf", { links, limit })}
      </Text>
      {until && (
        <Text size="sm" c="dimmed">
          {t("until", { date: format.dateTime(until, { dateStyle: "long" }) })}
        </Text>
      )}
    </>
  );
}
