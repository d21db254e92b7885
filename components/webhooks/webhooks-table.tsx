import { Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";
import { withoutScheme } from "@/lib/contract/without-scheme";
import { useEventNames } from "./use-event-names";
import type { KnownWebhook, WebhookActions } from "./use-webhook-actions";
import { WebhookBadge, type WebhookState } from "./webhook-badge";
import { WebhookMenu } from "./webhook-menu";
import { webhookName } from "./webhook-name";

interface WebhookRow extends KnownWebhook, WebhookState {
  events: string[];
  /** the number of events that are not delivered yet */
  waiting: number;
  createdAt: Date;
}

interface WebhooksTableProps {
  rows: WebhookRow[];
  now: Date;
  /** Null if the user may not change webhooks. */
  actions: (WebhookActions & { remove: DeleteAction }) | null;
}

export function WebhooksTable({ rows, now, actions }: WebhooksTableProps) {
  const t = useTranslations("webhooks");
  const namesOf = useEventNames();
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows.map(({ id, name, url, events, status, failingSince, waiting, createdAt }) => ({
        ...{ id, name, url, events, status, failingSince, waiting, createdAt },
      }))}
      columns={[
        {
          name: t("table.name"),
          kind: "title",
          width: "32%",
          cell: (row) => (
            <Stack gap={0}>
              <RowLink href={`/dashboard/settings/webhooks/${row.id}`}>{webhookName(row)}</RowLink>
              {row.name && (
                <Text size="sm" c="dimmed" truncate>
                  {withoutScheme(row.url)}
                </Text>
              )}
            </Stack>
          ),
        },
        {
          name: t("table.events"),
          cell: ({ events }) => (
            <Text size="sm" lineClamp={2}>
              {namesOf(events)}
            </Text>
          ),
        },
        { name: t("table.status"), width: "10rem", cell: (row) => <WebhookBadge webhook={row} /> },
        { name: t("table.waiting"), kind: "number", width: "6rem", cell: ({ waiting }) => waiting },
        { name: t("table.created"), kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
      actions={actions ? (row) => <WebhookMenu webhook={row} actions={actions} /> : undefined}
    />
  );
}
