import { Stack, Text } from "@mantine/core";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Card } from "@/components/ui/card";
import { ListPagination } from "@/components/ui/list-pagination";
import { listView, readPage } from "@/components/ui/list-view";
import { Page } from "@/components/ui/page";
import { DeliveriesTable } from "@/components/webhooks/deliveries-table";
import { webhookName } from "@/components/webhooks/receiver-words";
import { RedeliverForm } from "@/components/webhooks/redelivery";
import { WebhookButtons } from "@/components/webhooks/webhook-buttons";
import { WebhookFacts } from "@/components/webhooks/webhook-facts";
import { hasPermission } from "@/lib/auth/permissions";
import { listDeliveries } from "@/lib/resources/webhooks/deliveries";
import { findWebhook } from "../../../_lib/owned-row-loader";
import {
  deleteWebhookAction,
  redeliverAction,
  rotateWebhookAction,
  switchWebhookAction,
  testWebhookAction,
} from "../actions";
import { describeScope, linksOfDeliveries, problemIn } from "./receiver";

export async function generateMetadata({ params }: PageProps<"/dashboard/settings/webhooks/[id]">): Promise<Metadata> {
  return { title: webhookName((await findWebhook((await params).id)).row) };
}

export default async function WebhookPage({ params, searchParams }: PageProps<"/dashboard/settings/webhooks/[id]">) {
  const [t, locale] = [await getTranslations("webhooks"), await getLocale()];
  const { actor, row: webhook } = await findWebhook((await params).id);
  const { id } = webhook;
  const { rows, total, page, pages } = await readPage(listView.parse(await searchParams).page, (page) =>
    listDeliveries(actor, id, page),
  );
  const links = await linksOfDeliveries(actor, rows);
  const mayChange = hasPermission(actor, "webhooks:write");
  const buttons = (
    <WebhookButtons
      webhook={{ kind: "webhooks", id, name: webhookName(webhook), status: webhook.status, waiting: webhook.waiting }}
      actions={{ turn: switchWebhookAction, test: testWebhookAction, remove: deleteWebhookAction }}
      rotate={rotateWebhookAction}
    />
  );
  return (
    <Page title={webhookName(webhook)} note={webhook.name && webhook.url} actions={mayChange && buttons}>
      <Stack gap="lg">
        <WebhookFacts webhook={webhook} scope={await describeScope(actor, webhook)} now={new Date()} />
        <Card title={t("deliveries.title")} lead={t("deliveries.lead")}>
          {total > 0 ? (
            <DeliveriesTable
              webhook={webhook}
              path={`/dashboard/settings/webhooks/${id}`}
              rows={rows.map(({ id, type, key, status, attempts, at, ms, answerStatus, problem }) => ({
                ...{ id, type, about: links.get(key), status, attempts, at, ms, answerStatus },
                problem: problemIn(locale, problem),
              }))}
              now={new Date()}
              redeliver={mayChange ? redeliverAction : null}
            />
          ) : (
            <Text c="dimmed">{t("deliveries.none")}</Text>
          )}
          <ListPagination path={`/dashboard/settings/webhooks/${id}`} parameters={{}} page={page} pages={pages} />
        </Card>
        {mayChange && total > 0 && webhook.status === "active" && (
          <Card title={t("redeliver.title")} lead={t("redeliver.lead")}>
            <RedeliverForm redeliver={redeliverAction.bind(null, id)} />
          </Card>
        )}
      </Stack>
    </Page>
  );
}
