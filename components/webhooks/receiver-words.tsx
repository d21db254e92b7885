import { useTranslations } from "next-intl";
import { withoutScheme } from "@/lib/contract/without-scheme";
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
