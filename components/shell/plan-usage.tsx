import { Progress, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { PlanUsage as Usage } from "@/lib/resources/links/usage";
import classes from "./shell.module.css";

/** How many links the plan still has room for. */
export function PlanUsage({ usage: { plan, links, limit } }: { usage: Usage }) {
  const t = useTranslations("shell.usage");
  const words = limit === null ? t("links", { links }) : t("linksOf", { links, limit });
  return (
    <section className={classes.usage} aria-label={t("plan")}>
      <Text size="sm" fw={550}>
        {plan ?? t("administrator")}
      </Text>
      <Text size="xs" c="dimmed">
        {words}
      </Text>
      {limit !== null && (
        <Progress
          mt={6}
          size="sm"
          value={limit > 0 ? Math.min(100, (links / limit) * 100) : 100}
          color={links >= limit * 0.9 ? "red.7" : "pine"}
          aria-label={words}
        />
      )}
    </section>
  );
}
