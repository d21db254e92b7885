import { IconTransfer } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import { OwnershipTransfersTable } from "@/components/ownership-transfers/ownership-transfers-table";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page-title";
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
