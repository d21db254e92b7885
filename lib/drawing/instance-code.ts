import { baseUrl } from "@/lib/platform/env";
import { processSingleton } from "@/lib/platform/singleton";
import { studio } from "./drawing-processes";
import type { Shape } from "./shape";

const known = () => processSingleton<{ shape?: Shape }>("instanceCode", () => ({}));

/** Returns the QR code of this instance's address, which a thread draws once; null until it is drawn. */
export async function instanceCode(): Promise<Shape | null> {
  const kept = known();
  kept.shape ??= await studio()
    .have("shape", { payload: baseUrl() }, { address: "127.0.0.1" })
    .catch(() => undefined);
  return kept.shape ?? null;
}
