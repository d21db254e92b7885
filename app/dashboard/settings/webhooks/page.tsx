import { EmptyState } from "@mantine/core";
import { IconPlus, IconWebhook } from "@tabler/icons-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { ButtonLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { WebhooksTable } from "@/components/webhooks/webhooks-table";
import { hasPermission } from "@/lib/auth/permissions";
import { listWebhooks } from "@/lib/resources/webhooks/service";
import { requirePermission } from "../../_lib/permission";
import { deleteWebhookAction, switchWebhookAction, testWebhookAction } from "./actions";

const perPage = 20;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("title") };
}

export default async function WebhooksPage({ searchParams }: PageProps<"/dashboard/settings/webhooks">) {
  const t = await getTranslations("webhooks");
  const actor = await requirePermission("webhooks:read");
  const { rows, total, page, pages } = await readPage(listView.parse(await searchParams).page, perPage, (number) =>
    listWebhooks(actor, { page: number, limit: perPage }),
  );
  const mayChange = hasPermission(actor, "webhooks:write");
  return (
    <ListPage
      title={t("title")}
      lead={t("lead")}
      actions={total > 0 && mayChange && <NewWebhook />}
      path="/dashboard/settings/webhooks"
      {...{ page, pages, total }}
      count={t("count", { count: total })}
      empty={<NoWebhooks mayChange={mayChange} />}
    >
      <WebhooksTable
        rows={rows}
        now={new Date()}
        actions={mayChange ? { turn: switchWebhookAction, test: testWebhookAction, remove: deleteWebhookAction } : null}
      />
    </ListPage>
  );
}

function NewWebhook() {
  const t = useTranslations("webhooks");
  return (
    <ButtonLink href="/dashboard/settings/webhooks/new" leftSection={<IconPlus size={18} />}>
      {t("new")}
    </ButtonLink>
  );
}

function NoWebhooks({ mayChange }: { mayChange: boolean }) {
  const t = useTranslations("webhooks.empty");
  return (
    <EmptyState py={48} variant="light" icon={<IconWebhook />} title={t("title")} description={t("text")}>
      {mayChange && <NewWebhook />}
    </EmptyState>
  );
}
