import { processSingleton } from "@/lib/platform/singleton";
import { currentDrawing } from "./page-drawing";

/** The sender of a page request, by the ids that the log uses. */
export interface PageActor {
  userId: number;
  by: { userId: number; keyId: number | null };
}

/** The header in which server.ts passes the request ID to pages. */
export const REQUEST_ID = "x-request-id";

/** Pages in progress by request ID. The page finds out who requests it; the server in front of Next logs it. */
export const pageRequests = () => processSingleton("pageRequests", () => new Map<string, PageActor | null>());

/** Records who requests a page that is in progress. */
export function identifyPage(headers: Pick<Headers, "get">, actor: PageActor): void {
  const drawing = currentDrawing();
  if (drawing) drawing.account = actor.userId;
  const id = headers.get(REQUEST_ID) ?? "";
  if (pageRequests().has(id)) pageRequests().set(id, actor);
}
