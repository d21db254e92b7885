import { Badge } from "@mantine/core";
import { useTranslations } from "next-intl";

export interface WebhookState {
  status: "active" | "paused" | "failing";
  failingSince: Date | null;
}

/** Shows whether a webhook sends its events, or why not. */
export function WebhookBadge({ webhook: { status, failingSince } }: { webhook: WebhookState }) {
  const t = useTranslations("webhooks.status");
  if (status === "active" && !failingSince) {
    return (
      <Badge tt="none" variant="light">
        {t("active")}
      </Badge>
    );
  }
  return (
    <Badge tt="none" variant="outline" bd="1px solid var(--sp-accent)" c="var(--sp-accent)">
      {t(status === "active" ? "retrying" : status)}
    </Badge>
  );
}
