import { Badge } from "@mantine/core";
import { IconTransfer } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page";
import { requireActor } from "@/lib/auth/session";
import { env } from "@/lib/platform/env";
import { getTransferStatus } from "@/lib/resources/ownership-transfers/presenter";
import { hasConfirmed, listOwnershipTransfers } from "@/lib/resources/ownership-transfers/service";

export const generateMetadata = pageTitle("ownership-transfers", "title");

export default async function HandoversPage({ searchParams }: PageProps<"/dashboard/settings/handovers">) {
  const t = await getTranslations("ownership-transfers");
  const actor = await requireActor();
  const { rows, total, atMost, page, pages } = await readPage(listView.parse(await searchParams).page, (page) =>
    listOwnershipTransfers(actor, page),
  );
  const confirmed = await hasConfirmed(actor.userId);
  return (
    <ListPage
      title={t("title")}
      lead={confirmed ? t("lead") : `${t("lead")} ${t(env.SMTP_URL ? "unconfirmed" : "unconfirmedWithoutMail")}`}
      path="/dashboard/settings/handovers"
      {...{ page, pages, total, atMost }}
      count={t("count", { count: total })}
      create={{
        href: "/dashboard/settings/handovers/new",
        label: t("offerEverything"),
        icon: <IconTransfer size={18} />,
        variant: "default",
      }}
      empty={{ icon: <IconTransfer />, title: t("empty.title"), text: t("empty.text") }}
    >
      <OwnershipTransfersTable
        now={new Date()}
        rows={rows.map((row) => ({
          id: row.id,
          sent: row.userId === actor.userId,
          other: row.userId === actor.userId ? row.email : row.user.username,
          everything: row.everything,
          links: row.linkIds.length,
          status: getTransferStatus(row),
          createdAt: row.createdAt,
        }))}
      />
    </ListPage>
  );
}

interface OwnershipTransferRow {
  id: number;
  sent: boolean;
  /** The recipient's e-mail address or the sender's username. */
  other: string;
  everything: boolean;
  links: number;
  status: "open" | "accepted" | "refused" | "withdrawn" | "expired";
  createdAt: Date;
}

function OwnershipTransfersTable({ rows, now }: { rows: OwnershipTransferRow[]; now: Date }) {
  const t = useTranslations("ownership-transfers");
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("table.what"),
          kind: "title",
          width: "28%",
          cell: ({ id, everything, links }) => (
            <RowLink href={`/dashboard/settings/handovers/${id}`}>
              {everything ? t("everything") : t("links", { count: links })}
            </RowLink>
          ),
        },
        { name: t("table.who"), cell: ({ sent, other }) => t(sent ? "to" : "from", { other }) },
        {
          name: t("table.status"),
          width: "9rem",
          cell: ({ status }) => (
            <Badge variant={status === "open" ? "light" : "outline"}>{t(`states.${status}`)}</Badge>
          ),
        },
        { name: t("table.offered"), kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
    />
  );
}
