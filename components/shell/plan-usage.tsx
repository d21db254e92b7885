import { Progress, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { PlanUsage as Usage } from "@/lib/resources/links/search/usage";
import classes from "./shell.module.css";

/** How many links, and clicks with details this month, the plan allows, and how many are used. */
export function PlanUsage({ usage: { plan, links, limit, clicks } }: { usage: Usage }) {
  const t = useTranslations("shell.usage");
  const words = limit === null ? t("links", { links }) : t("linksOf", { links, limit });
  return (
    <section className={classes.usage} aria-label={t("plan")} data-short={limit === null || undefined}>
      <Text size="sm" fw={550}>
        {plan ?? t("administrator")}
      </Text>
      <Part words={words} used={links} limit={limit} />
      {clicks.limit !== null && (
        <Part
          words={t("clicksOf", { clicks: clicks.used, limit: clicks.limit })}
          used={clicks.used}
          limit={clicks.limit}
        />
      )}
    </section>
  );
}

function Part({ words, used, limit }: { words: string; used: number; limit: number | null }) {
  return (
    <>
      <Text size="xs" c="dimmed">
        {words}
      </Text>
      {limit !== null && (
        <Progress
          mt={6}
          size="sm"
          value={limit > 0 ? Math.min(100, (used / limit) * 100) : 100}
          color={used >= limit * 0.9 ? "red.7" : "pine"}
          aria-label={words}
        />
      )}
    </>
  );
}
