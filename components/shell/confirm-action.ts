import type { ActionResult } from "@/lib/contract/action-result";

export type ConfirmAction = (proof: string) => Promise<ActionResult<null>>;
