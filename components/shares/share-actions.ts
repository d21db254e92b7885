import type { ActionResult } from "@/lib/contract/action-result";
import type { ShareInput, ShareItem } from "@/lib/resources/shares/schema";

/** The server actions that share the statistics of one thing. */
export interface ShareActions {
  share: (input: ShareInput) => Promise<ActionResult<ShareItem>>;
  stop: () => Promise<ActionResult<null>>;
}
