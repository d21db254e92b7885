import type { Answer } from "./core/answer";
import type { VisitRequest } from "./core/request";
import { pagesBusy, tooManyPages } from "./pages/notices";

type Asking = Pick<VisitRequest, "headers">;

/** For who asks for a page of ours that no process can draw now. */
export const busyPage = (request: Asking): Answer => pagesBusy(null, request);

/** For who has opened too many of them. */
export const manyPages = (request: Asking): Answer => tooManyPages(null, request);
