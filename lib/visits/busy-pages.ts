import type { Answer } from "./answer";
import { pagesBusy, tooManyPages } from "./pages/notices";
import type { VisitRequest } from "./request";

type Asking = Pick<VisitRequest, "headers">;

/** For who asks for a page of ours that no process can draw now. */
export const busyPage = (request: Asking): Answer => pagesBusy(null, request);

/** For who has opened too many of them. */
export const manyPages = (request: Asking): Answer => tooManyPages(null, request);
