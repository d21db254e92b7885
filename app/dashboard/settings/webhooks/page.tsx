import { Stack, Text } from "@mantine/core";
import { IconWebhook } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page";
import { type Receiver, type ReceiverActions, ReceiverMenu } from "@/components/webhooks/receiver-actions";
import { ReceiverBadge, type ReceiverState, useEventNames, webhookName } from "@/components/webhooks/receiver-words";
import { hasPermission } from "@/lib/auth/permissions";
import { withoutScheme } from "@/lib/contract/readable-url";
import { listWebhooks } from "@/lib/resources/webhooks/service";
import { requirePermission } from "../../_lib/required";
import { deleteWebhookAction, switchWebhookAction, testWebhookAction } from "./actions";

export const generateMetadata = pageTitle("webhooks", "title");

export default async function WebhooksPage({ searchParams }: PageProps<"/dashboard/settings/webhooks">) {
  const t = await getTranslations("webhooks");
  const actor = await requirePermission("webhooks:read");
  const { rows, total, atMost, page, pages } = await readPage(listView.parse(await searchParams).page, (page) =>
    listWebhooks(actor, page),
  );
  const mayChange = hasPermission(actor, "webhooks:write");
  return (
    <ListPage
      title={t("title")}
      lead={t("lead")}
      path="/dashboard/settings/webhooks"
      {...{ page, pages, total, atMost }}
      count={t("count", { count: total })}
      create={mayChange ? { href: "/dashboard/settings/webhooks/new", label: t("new") } : undefined}
      empty={{ icon: <IconWebhook />, title: t("empty.title"), text: t("empty.text") }}
    >
      <WebhooksTable
        rows={rows}
        now={new Date()}
        actions={mayChange ? { turn: switchWebhookAction, test: testWebhookAction, remove: deleteWebhookAction } : null}
      />
    </ListPage>
  );
}

interface WebhookRow extends Omit<Receiver, "kind">, ReceiverState {
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

function WebhooksTable({ rows, now, actions }: WebhooksTableProps) {
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
        { name: t("table.status"), width: "10rem", cell: (row) => <ReceiverBadge kind="webhooks" state={row} /> },
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
