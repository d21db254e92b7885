import { useTranslations } from "next-intl";
import { StateBadge } from "@/components/ui/state-badge";
import { withoutScheme } from "@/lib/contract/readable-url";
import { testEvent, type WebhookEvent, webhookEvents } from "@/lib/resources/webhooks/events";

/** A webhook's name, or its address if it has none. */
export const webhookName = ({ name, url }: { name: string; url: string }) => name || withoutScheme(url);

/** Returns a forwarding's name, or else its ID or domain at the service, or else its address. */
export const forwardingName = ({ name, site, url }: { name: string; site: string; url: string }) =>
  name || site || withoutScheme(url);

const isKnown = (event: string): event is WebhookEvent | typeof testEvent =>
  event === testEvent || (webhookEvents as readonly string[]).includes(event);

/** Returns a function from events to their names, such as "Link created, Link deleted". */
export function useEventNames() {
  const t = useTranslations("webhooks.events");
  // A later version of the service may have stored events that this one does not know.
  return (events: string[]) => events.map((event) => (isKnown(event) ? t(event) : event)).join(", ");
}

export interface ReceiverState {
  status: "active" | "paused" | "failing";
  failingSince: Date | null;
}

/** Shows whether a webhook or forwarding sends its events, and if not, why. */
export function ReceiverBadge({ kind, state }: { kind: "webhooks" | "forwardings"; state: ReceiverState }) {
  const t = useTranslations();
  const { status, failingSince } = state;
  return (
    <StateBadge fine={status === "active" && !failingSince}>
      {t(`${kind}.status.${status === "active" && failingSince ? "retrying" : status}`)}
    </StateBadge>
  );
}

export interface DeliveryState {
  status: "waiting" | "delivered" | "failed";
  attempts: number;
}

/** Shows whether an event was delivered. */
export function DeliveryBadge({ delivery: { status, attempts } }: { delivery: DeliveryState }) {
  const t = useTranslations("webhooks.deliveries.status");
  return (
    <StateBadge fine={status === "delivered"}>
      {t(status === "waiting" && attempts > 0 ? "retrying" : status)}
    </StateBadge>
  );
}
