import { Group, Paper, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { differing } from "@/lib/resources/links/history/fields";
import type { LinkChange } from "@/lib/resources/links/history/service";
import { HistoryTable, type Names } from "./history-table";

interface HistoryListProps {
  path: string;
  changes: LinkChange[];
  names: Names;
  now: Date;
  /** the first recorded change of a link that is older than its history */
  first?: number;
}

/** The changes of a link: who, when, and each field before and after. */
export function HistoryList({ path, changes, names, now, first }: HistoryListProps) {
  const t = useTranslations("links.history");
  return changes.map((change) => {
    const { id, at, kind, person, admin } = change;
    const by = { kind: t(`kinds.${kind}`), person: person ?? "", admin: admin ?? "" };
    const title = admin ? t("byAdmin", by) : person ? t("by", by) : t("byService", by);
    return (
      <Paper key={id} component="article" p="lg" radius="lg" withBorder aria-label={title}>
        <Group justify="space-between" mb="sm">
          <Stack gap={0}>
            <Text fw={600}>{title}</Text>
            <Text size="sm" c="dimmed">
              <RelativeTime date={at} now={now} />
            </Text>
          </Stack>
          <Group gap="xs">
            {id === first && (
              <ButtonLink href={`${path}?before=${id}`} variant="default" size="compact-md">
                {t("before")}
              </ButtonLink>
            )}
            {kind !== "deleted" && (
              <ButtonLink href={`${path}?after=${id}`} variant="default" size="compact-md">
                {t("show")}
              </ButtonLink>
            )}
          </Group>
        </Group>
        {kind === "changed" && <HistoryTable {...differing(change)} heads={["before", "after"]} names={names} />}
      </Paper>
    );
  });
}
