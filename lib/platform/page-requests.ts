import { processSingleton } from "./singleton";

/** Who asks for a page, by the numbers that the log knows them by. */
export interface PageActor {
  userId: number;
  by: { userId: number; keyId: number | null };
}

/** The header in which server.ts tells pages the id of their request. */
export const REQUEST_ID = "x-request-id";

/** Pages under way, by the id of their request: who asks is found out behind Next, and logged in front of it. */
export const pageRequests = () => processSingleton("pageRequests", () => new Map<string, PageActor | null>());

/** Tells who asks for the page that is under way. */
export function identifyPage(headers: Pick<Headers, "get">, actor: PageActor): void {
  const id = headers.get(REQUEST_ID) ?? "";
  if (pageRequests().has(id)) pageRequests().set(id, actor);
}
