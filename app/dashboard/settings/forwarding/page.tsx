import { Stack, Text } from "@mantine/core";
import { IconShare3 } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page";
import { type Receiver, type ReceiverActions, ReceiverMenu } from "@/components/webhooks/receiver-actions";
import { forwardingName, ReceiverBadge, type ReceiverState } from "@/components/webhooks/receiver-words";
import { hasPermission } from "@/lib/auth/permissions";
import type { ForwardingKind } from "@/lib/contract/forwarding-kinds";
import { listForwardings } from "@/lib/resources/forwardings/service";
import { requirePermission } from "../../_lib/required";
import { deleteForwardingAction, switchForwardingAction, testForwardingAction } from "./actions";

export const generateMetadata = pageTitle("forwardings", "title");

export default async function ForwardingPage({ searchParams }: PageProps<"/dashboard/settings/forwarding">) {
  const t = await getTranslations("forwardings");
  const actor = await requirePermission("forwardings:read");
  const { rows, total, atMost, page, pages } = await readPage(listView.parse(await searchParams).page, (page) =>
    listForwardings(actor, page),
  );
  const mayChange = hasPermission(actor, "forwardings:write");
  return (
    <ListPage
      title={t("title")}
      lead={t("lead")}
      path="/dashboard/settings/forwarding"
      {...{ page, pages, total, atMost }}
      count={t("count", { count: total })}
      create={mayChange ? { href: "/dashboard/settings/forwarding/new", label: t("new") } : undefined}
      empty={{ icon: <IconShare3 />, title: t("empty.title"), text: t("empty.text") }}
    >
      <ForwardingsTable
        rows={rows.map(({ id, name, kind, site, url, status, failingSince, waiting, createdAt }) => ({
          ...{ id, name, kind, site, url, status, failingSince, waiting, createdAt },
        }))}
        now={new Date()}
        actions={
          mayChange
            ? { turn: switchForwardingAction, test: testForwardingAction, remove: deleteForwardingAction }
            : null
        }
      />
    </ListPage>
  );
}

interface ForwardingRow extends Omit<Receiver, "kind">, ReceiverState {
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

function ForwardingsTable({ rows, now, actions }: ForwardingsTableProps) {
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
        { name: t("table.status"), width: "12rem", cell: (row) => <ReceiverBadge kind="forwardings" state={row} /> },
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
