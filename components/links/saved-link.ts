import type { ActionResult } from "@/lib/contract/action-result";

export interface SavedLink {
  id: number;
  shortUrl: string;
}

// The server actions in app/dashboard/links/actions.ts, which pages pass to these components.
export type CreateLinkAction = (input: unknown) => Promise<ActionResult<SavedLink>>;
export type UpdateLinkAction = (id: number, input: unknown) => Promise<ActionResult<SavedLink>>;
