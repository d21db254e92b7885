import type { ActionResult } from "@/lib/contract/action-result";
import type { ShareInput, ShareItem } from "@/lib/resources/shares/schema";

/** The server actions that share a link's or campaign's statistics. */
export interface ShareActions {
  share: (input: ShareInput) => Promise<ActionResult<ShareItem>>;
  stop: () => Promise<ActionResult<null>>;
}
