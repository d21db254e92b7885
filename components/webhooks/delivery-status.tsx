import { Badge } from "@mantine/core";
import { useTranslations } from "next-intl";

export interface DeliveryState {
  status: "waiting" | "delivered" | "failed";
  attempts: number;
}

/** Shows whether an event was delivered. */
export function DeliveryStatus({ delivery: { status, attempts } }: { delivery: DeliveryState }) {
  const t = useTranslations("webhooks.deliveries.status");
  if (status === "delivered") {
    return (
      <Badge tt="none" variant="light">
        {t("delivered")}
      </Badge>
    );
  }
  return (
    <Badge tt="none" variant="outline" bd="1px solid var(--sp-accent)" c="var(--sp-accent)">
      {t(status === "waiting" && attempts > 0 ? "retrying" : status)}
    </Badge>
  );
}
