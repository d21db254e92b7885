import type { Answer } from "./core/answer";
import type { VisitRequest } from "./core/request";
import { pagesBusy, tooManyPages } from "./pages/notices";

type LanguageRequest = Pick<VisitRequest, "headers">;

/** The response if no process can draw a page of this service at the moment. */
export const busyPage = (request: LanguageRequest): Answer => pagesBusy(null, request);

/** The response to a network that has opened too many pages. */
export const manyPages = (request: LanguageRequest): Answer => tooManyPages(null, request);
