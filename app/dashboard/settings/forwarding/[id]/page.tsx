import { Alert, Stack, Text } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { Card } from "@/components/ui/card";
import { DescriptionList } from "@/components/ui/description-list";
import { ListPagination } from "@/components/ui/list-pagination";
import { listView, readPage } from "@/components/ui/list-view";
import { Page } from "@/components/ui/page";
import { DeliveriesTable } from "@/components/webhooks/deliveries-table";
import { ReceiverButtons } from "@/components/webhooks/receiver-actions";
import { forwardingName, ReceiverBadge, type ReceiverState } from "@/components/webhooks/receiver-words";
import { RedeliverForm } from "@/components/webhooks/redelivery";
import type { WebhookScope } from "@/components/webhooks/webhook-facts";
import { hasPermission } from "@/lib/auth/permissions";
import { withoutScheme } from "@/lib/contract/readable-url";
import { listForwarded } from "@/lib/resources/forwardings/deliveries";
import { forwardedNames } from "@/lib/resources/forwardings/presenter";
import { forwardingProblem } from "@/lib/resources/forwardings/service";
import { findForwarding } from "../../../_lib/owned-row-loader";
import { describeScope, linksOfDeliveries, problemIn } from "../../webhooks/[id]/receiver";
import { deleteForwardingAction, forwardAgainAction, switchForwardingAction, testForwardingAction } from "../actions";

type Props = PageProps<"/dashboard/settings/forwarding/[id]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: forwardingName((await findForwarding((await params).id)).row) };
}

export default async function OneForwardingPage({ params, searchParams }: Props) {
  const t = await getTranslations();
  const locale = await getLocale();
  const { actor, row: forwarding } = await findForwarding((await params).id);
  const { id, kind, site, url, status, failingSince, waiting, createdAt, tokenEnd } = forwarding;
  const { rows, total, page, pages } = await readPage(listView.parse(await searchParams).page, (page) =>
    listForwarded(actor, id, page),
  );
  const links = await linksOfDeliveries(actor, rows);
  const mayChange = hasPermission(actor, "forwardings:write");
  const path = `/dashboard/settings/forwarding/${id}`;
  const buttons = (
    <ReceiverButtons
      receiver={{ kind: "forwardings", id, name: forwardingName(forwarding), status, waiting }}
      actions={{ turn: switchForwardingAction, test: testForwardingAction, remove: deleteForwardingAction }}
    />
  );
  return (
    <Page title={forwardingName(forwarding)} note={t(`forwardings.kinds.${kind}`)} actions={mayChange && buttons}>
      <Stack gap="lg">
        <ForwardingFacts
          forwarding={{ site, url, tokenEnd, status, failingSince, waiting, createdAt }}
          events={forwardedNames(forwarding.events)}
          scope={await describeScope(actor, forwarding)}
          problem={problemIn(locale, forwardingProblem(forwarding))}
          now={new Date()}
        />
        <Card title={t("webhooks.deliveries.title")} lead={t("webhooks.deliveries.lead")}>
          {total > 0 ? (
            <DeliveriesTable
              webhook={{ id, status }}
              path={path}
              rows={rows.map(({ problem, ...row }) => ({
                ...{ id: row.id, type: row.type, status: row.status, attempts: row.attempts, at: row.at, ms: row.ms },
                about: links.get(row.key),
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

interface ForwardingFactsProps {
  forwarding: ReceiverState & { site: string; url: string; tokenEnd: string; waiting: number; createdAt: Date };
  /** Whether clicks and conversions are forwarded. */
  events: ("clicks" | "conversions")[];
  scope: WebhookScope;
  /** Why it was paused by the service. */
  problem: string | null;
  now: Date;
}

function ForwardingFacts({ forwarding, events, scope: { kind, name }, problem, now }: ForwardingFactsProps) {
  const t = useTranslations("forwardings");
  const s = useTranslations("webhooks.scope");
  const { site, url, tokenEnd, failingSince, waiting, createdAt } = forwarding;
  const scoped = kind === "all" ? s("kinds.all") : `${s(kind)}: ${name ?? s("deleted")}`;
  return (
    <Stack>
      {problem && (
        <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />}>
          {problem}
        </Alert>
      )}
      <DescriptionList
        now={now}
        columns
        items={[
          [t("table.status"), <ReceiverBadge key="status" kind="forwardings" state={forwarding} />],
          [t("table.failingSince"), failingSince],
          [t("table.waiting"), waiting],
          [t("table.site"), site || null],
          [t("table.token"), tokenEnd || null],
          [t("editor.events"), events.map((event) => t(`editor.${event}`)).join(", ")],
          [s("label"), scoped],
          [t("table.created"), createdAt],
        ]}
      />
      <DescriptionList columns items={[[t("editor.url"), withoutScheme(url)]]} />
    </Stack>
  );
}
