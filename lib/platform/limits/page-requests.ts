import { AsyncLocalStorage } from "node:async_hooks";
import { processSingleton } from "@/lib/platform/singleton";

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

/** A page that is being drawn for a reader. */
export interface Drawing {
  /** aborts when the reader has left */
  signal: AbortSignal;
  /** the account whose page it is, once that is known */
  account?: number;
  /** whether a part is missing, so that the page is answered with 503 */
  isIncomplete: boolean;
}

const drawings = () => processSingleton("drawings", () => new AsyncLocalStorage<Drawing>());

/** Draws a page. Everything that this calls knows its reader. */
export const drawFor = <T>(drawing: Drawing, draw: () => T): T => drawings().run(drawing, draw);

/** Returns the page that is being drawn; undefined outside of pages. */
export const currentDrawing = (): Drawing | undefined => drawings().getStore();
