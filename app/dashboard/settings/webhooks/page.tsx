import { IconWebhook } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page-title";
import { WebhooksTable } from "@/components/webhooks/webhooks-table";
import { hasPermission } from "@/lib/auth/permissions";
import { listWebhooks } from "@/lib/resources/webhooks/service";
import { requirePermission } from "../../_lib/permission";
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
