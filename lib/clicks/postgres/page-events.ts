import type { Client } from "pg";
import type { PageEvent } from "@/lib/clicks/journal/page-event-line";
import { storeClickConversions, storeConversions } from "./conversions";
import { countOverlays } from "./overlays";

/** Stores the events that pages reported. Call it in the transaction that moves the journal's offset past them. */
export async function storePageEvents(client: Client, events: PageEvent[]): Promise<void> {
  await countOverlays(
    client,
    events.filter((one) => one.kind === "overlay"),
  );
  await storeConversions(
    client,
    events.filter((one) => one.kind === "conversion"),
  );
  await storeClickConversions(
    client,
    events.filter((one) => one.kind === "click conversion"),
  );
}
