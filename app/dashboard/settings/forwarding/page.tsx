import { IconShare3 } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import { ForwardingsTable } from "@/components/forwardings/forwardings-table";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page-title";
import { hasPermission } from "@/lib/auth/permissions";
import { listForwardings } from "@/lib/resources/forwardings/service";
import { requirePermission } from "../../_lib/permission";
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
