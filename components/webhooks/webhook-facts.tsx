import { Alert, Stack } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { DescriptionList } from "@/components/ui/description-list";
import { ReceiverBadge, type ReceiverState, useEventNames } from "./receiver-words";

/** The links that a webhook is limited to. */
export interface WebhookScope {
  kind: "all" | "link" | "campaign" | "tag";
  /** null if there is none, or if it was deleted */
  name: string | null;
}

interface WebhookFactsProps {
  webhook: ReceiverState & { events: string[]; waiting: number; createdAt: Date };
  scope: WebhookScope;
  now: Date;
}

export function WebhookFacts({ webhook, scope: { kind, name }, now }: WebhookFactsProps) {
  const t = useTranslations("webhooks");
  const namesOf = useEventNames();
  const { status, events, failingSince, waiting, createdAt } = webhook;
  const scoped = kind === "all" ? t("scope.kinds.all") : `${t(`scope.${kind}`)}: ${name ?? t("scope.deleted")}`;
  return (
    <Stack>
      {status === "failing" && (
        <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />}>
          {t("failing")}
        </Alert>
      )}
      <DescriptionList
        now={now}
        columns
        items={[
          [t("table.status"), <ReceiverBadge key="status" kind="webhooks" state={webhook} />],
          [t("table.failingSince"), failingSince],
          [t("table.waiting"), waiting],
          [t("scope.label"), scoped],
          [t("table.created"), createdAt],
        ]}
      />
      <DescriptionList columns items={[[t("table.events"), namesOf(events)]]} />
    </Stack>
  );
}
