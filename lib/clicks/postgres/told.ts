import type { Client } from "pg";
import type { Told } from "@/lib/clicks/told-line";
import { storeConversions } from "./conversions";
import { countOverlays } from "./overlays";

/** Stores the events that pages reported. Call it in the transaction that moves the journal's offset past them. */
export async function storeTold(client: Client, told: Told[]): Promise<void> {
  await countOverlays(
    client,
    told.filter((one) => one.kind === "overlay"),
  );
  await storeConversions(
    client,
    told.filter((one) => one.kind === "conversion"),
  );
}
