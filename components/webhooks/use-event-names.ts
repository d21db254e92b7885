import { useTranslations } from "next-intl";
import { testEvent, type WebhookEvent, webhookEvents } from "@/lib/resources/webhooks/events";

const isKnown = (event: string): event is WebhookEvent | typeof testEvent =>
  event === testEvent || (webhookEvents as readonly string[]).includes(event);

/** Returns a function from events to their names, such as "Link created, Link deleted". */
export function useEventNames() {
  const t = useTranslations("webhooks.events");
  // A later version of the service may have stored events that this one does not know.
  return (events: string[]) => events.map((event) => (isKnown(event) ? t(event) : event)).join(", ");
}
