import { Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";
import { ReceiverMenu } from "@/components/webhooks/receiver-menu";
import type { Receiver, ReceiverActions } from "@/components/webhooks/use-receiver-actions";
import type { WebhookState } from "@/components/webhooks/webhook-badge";
import type { ForwardingKind } from "@/lib/contract/forwarding-kinds";
import { ForwardingBadge } from "./forwarding-badge";
import { forwardingName } from "./forwarding-name";

interface ForwardingRow extends Omit<Receiver, "kind">, WebhookState {
  site: string;
  url: string;
  kind: ForwardingKind;
  createdAt: Date;
}

interface ForwardingsTableProps {
  rows: ForwardingRow[];
  now: Date;
  /** Null if the user may not change forwardings. */
  actions: ReceiverActions | null;
}

export function ForwardingsTable({ rows, now, actions }: ForwardingsTableProps) {
  const t = useTranslations("forwardings");
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("table.name"),
          kind: "title",
          width: "40%",
          cell: (row) => (
            <Stack gap={0}>
              <RowLink href={`/dashboard/settings/forwarding/${row.id}`}>{forwardingName(row)}</RowLink>
              <Text size="sm" c="dimmed" truncate>
                {t(`kinds.${row.kind}`)}
              </Text>
            </Stack>
          ),
        },
        { name: t("table.status"), width: "12rem", cell: (row) => <ForwardingBadge state={row} /> },
        { name: t("table.waiting"), kind: "number", width: "6rem", cell: ({ waiting }) => waiting },
        { name: t("table.created"), kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
      actions={
        actions
          ? (row) => (
              <ReceiverMenu
                receiver={{
                  ...{ kind: "forwardings", id: row.id, name: forwardingName(row) },
                  ...{ status: row.status, waiting: row.waiting },
                }}
                actions={actions}
              />
            )
          : undefined
      }
    />
  );
}
