import { Badge } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { WebhookState } from "@/components/webhooks/webhook-facts";

/** Shows whether a forwarding sends its events, and if not, why. */
export function ForwardingBadge({ state: { status, failingSince } }: { state: WebhookState }) {
  const t = useTranslations("forwardings");
  if (status === "active" && !failingSince) {
    return (
      <Badge tt="none" variant="light">
        {t("status.active")}
      </Badge>
    );
  }
  return (
    <Badge tt="none" variant="outline" bd="1px solid var(--sp-accent)" c="var(--sp-accent)">
      {t(`status.${status === "active" ? "retrying" : status}`)}
    </Badge>
  );
}
