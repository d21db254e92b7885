import { refusedField } from "@/lib/contract/errors";
import { env } from "@/lib/platform/env";
import { assertFetchable, FetchError } from "@/lib/platform/network/guarded-fetch";

/** Refuses an address that no delivery could be made to. */
export function assertTaken(url: string): void {
  if (!url.startsWith("https:") && env.ALLOW_PRIVATE_FETCH !== "1") throw refusedField("url", "webhook_not_https");
  try {
    assertFetchable(url);
  } catch (error) {
    throw error instanceof FetchError && error.code === "fetch_not_public" ? refusedField("url", error.code) : error;
  }
}
