import { Stack, Text } from "@mantine/core";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { ForwardingFacts } from "@/components/forwardings/forwarding-facts";
import { forwardingName } from "@/components/forwardings/forwarding-name";
import { Card } from "@/components/ui/card";
import { ListPagination } from "@/components/ui/list-pagination";
import { listView, readPage } from "@/components/ui/list-view";
import { Page } from "@/components/ui/page";
import { DeliveriesTable } from "@/components/webhooks/deliveries-table";
import { ReceiverButtons } from "@/components/webhooks/receiver-buttons";
import { RedeliverForm } from "@/components/webhooks/redeliver-form";
import { hasPermission } from "@/lib/auth/permissions";
import { listForwarded } from "@/lib/resources/forwardings/deliveries";
import { forwardedNames } from "@/lib/resources/forwardings/presenter";
import { problemOf } from "@/lib/resources/forwardings/service";
import { problemIn } from "../../webhooks/[id]/problem-in";
import { scopeOf } from "../../webhooks/[id]/scope-of";
import { deleteForwardingAction, forwardAgainAction, switchForwardingAction, testForwardingAction } from "../actions";
import { findForwarding } from "./find-forwarding";

type Props = PageProps<"/dashboard/settings/forwarding/[id]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: forwardingName((await findForwarding((await params).id)).row) };
}

export default async function OneForwardingPage({ params, searchParams }: Props) {
  const [t, locale] = [await getTranslations(), await getLocale()];
  const { actor, row: forwarding } = await findForwarding((await params).id);
  const { id, kind, site, url, status, failingSince, waiting, createdAt, tokenEnd } = forwarding;
  const { rows, total, page, pages } = await readPage(listView.parse(await searchParams).page, (page) =>
    listForwarded(actor, id, page),
  );
  const mayChange = hasPermission(actor, "forwardings:write");
  const path = `/dashboard/settings/forwarding/${id}`;
  const buttons = (
    <ReceiverButtons
      receiver={{ kind: "forwardings", id, name: forwardingName(forwarding), status, waiting }}
      actions={{ turn: switchForwardingAction, test: testForwardingAction, remove: deleteForwardingAction }}
    />
  );
  return (
    <Page title={forwardingName(forwarding)} lead={t(`forwardings.kinds.${kind}`)} actions={mayChange && buttons}>
      <Stack gap="lg">
        <ForwardingFacts
          forwarding={{ site, url, tokenEnd, status, failingSince, waiting, createdAt }}
          events={forwardedNames(forwarding.events)}
          scope={await scopeOf(actor, forwarding)}
          problem={problemIn(locale, problemOf(forwarding))}
          now={new Date()}
        />
        <Card title={t("webhooks.deliveries.title")} lead={t("webhooks.deliveries.lead")}>
          {total > 0 ? (
            <DeliveriesTable
              webhook={{ id, status }}
              path={path}
              rows={rows.map(({ problem, ...row }) => ({
                ...{ id: row.id, type: row.type, status: row.status, attempts: row.attempts, at: row.at, ms: row.ms },
                ...{ answerStatus: row.answerStatus, problem: problemIn(locale, problem) },
              }))}
              now={new Date()}
              redeliver={mayChange ? forwardAgainAction : null}
            />
          ) : (
            <Text c="dimmed">{t("webhooks.deliveries.none")}</Text>
          )}
          <ListPagination path={path} parameters={{}} page={page} pages={pages} />
        </Card>
        {mayChange && total > 0 && status === "active" && (
          <Card title={t("webhooks.redeliver.title")} lead={t("webhooks.redeliver.lead")}>
            <RedeliverForm redeliver={forwardAgainAction.bind(null, id)} />
          </Card>
        )}
      </Stack>
    </Page>
  );
}
