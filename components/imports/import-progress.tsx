"use client";

import { Progress, Text } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import type { ImportState } from "@/lib/resources/imports/service";

const everyMs = 1_000;

/** Progress of an import, polled while it runs. Without JavaScript, reload the page. */
export function ImportProgress({ state }: { state: ImportState }) {
  const t = useTranslations("imports.progress");
  const router = useRouter();
  useInterval(() => router.refresh(), everyMs, { autoInvoke: true });
  const { counts, rows, import: found } = state;
  if (found.status === "reading") return <Text role="status">{t("reading", { count: rows })}</Text>;
  const made = counts.created + counts.renamed + counts.overwritten;
  const settled = made + counts.left;
  const all =
    settled + counts.ready + (found.rename ? counts.taken : 0) + (found.rename || found.overwrite ? counts.own : 0);
  return (
    <Card title={t("title")} lead={t("lead")}>
      <Progress value={(100 * settled) / Math.max(1, all)} size="lg" aria-label={t("title")} />
      <Text size="sm" mt="xs" role="status">
        {t("made", { made, all })}
      </Text>
    </Card>
  );
}
