import { Alert, Stack } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { DescriptionList } from "@/components/ui/description-list";
import type { WebhookState } from "@/components/webhooks/webhook-badge";
import type { WebhookScope } from "@/components/webhooks/webhook-facts";
import { withoutScheme } from "@/lib/contract/without-scheme";
import { ForwardingBadge } from "./forwarding-badge";

interface ForwardingFactsProps {
  forwarding: WebhookState & { site: string; url: string; tokenEnd: string; waiting: number; createdAt: Date };
  /** Whether clicks and conversions are forwarded. */
  events: ("clicks" | "conversions")[];
  scope: WebhookScope;
  /** Why it was paused by the service. */
  problem: string | null;
  now: Date;
}

export function ForwardingFacts({ forwarding, events, scope: { kind, name }, problem, now }: ForwardingFactsProps) {
  const t = useTranslations("forwardings");
  const s = useTranslations("webhooks.scope");
  const { site, url, tokenEnd, failingSince, waiting, createdAt } = forwarding;
  const scoped = kind === "all" ? s("kinds.all") : `${s(kind)}: ${name ?? s("deleted")}`;
  return (
    <Stack>
      {problem && (
        <Alert color="red" variant="light" icon={<IconAlertCircle size={19} />}>
          {problem}
        </Alert>
      )}
      <DescriptionList
        now={now}
        columns
        items={[
          [t("table.status"), <ForwardingBadge key="status" state={forwarding} />],
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
