import { Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";
import { withoutScheme } from "@/lib/contract/without-scheme";
import { ReceiverMenu } from "./receiver-menu";
import { useEventNames } from "./use-event-names";
import type { Receiver, ReceiverActions } from "./use-receiver-actions";
import { WebhookBadge, type WebhookState } from "./webhook-badge";
import { webhookName } from "./webhook-name";

interface WebhookRow extends Omit<Receiver, "kind">, WebhookState {
  url: string;
  events: string[];
  createdAt: Date;
}

interface WebhooksTableProps {
  rows: WebhookRow[];
  now: Date;
  /** Null if the user may not change webhooks. */
  actions: ReceiverActions | null;
}

export function WebhooksTable({ rows, now, actions }: WebhooksTableProps) {
  const t = useTranslations("webhooks");
  const namesOf = useEventNames();
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("table.name"),
          kind: "title",
          cell: (row) => (
            <Stack gap={0}>
              <RowLink href={`/dashboard/settings/webhooks/${row.id}`}>{webhookName(row)}</RowLink>
              {row.name && (
                <Text size="sm" c="dimmed" truncate>
                  {withoutScheme(row.url)}
                </Text>
              )}
              <Text size="sm" c="dimmed" lineClamp={2}>
                {namesOf(row.events)}
              </Text>
            </Stack>
          ),
        },
        { name: t("table.status"), width: "10rem", cell: (row) => <WebhookBadge webhook={row} /> },
        { name: t("table.waiting"), kind: "number", width: "6rem", cell: ({ waiting }) => waiting },
        { name: t("table.created"), kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
      actions={
        actions
          ? ({ id, name, url, status, waiting }) => (
              <ReceiverMenu
                receiver={{ kind: "webhooks", id, name: webhookName({ name, url }), status, waiting }}
                actions={actions}
              />
            )
          : undefined
      }
    />
  );
}
