import { revalidate } from "@/lib/platform/database/changes";
import { forwardedAddress } from "@/lib/platform/network/client-address";
import { normalTarget } from "@/lib/platform/network/request-target";
import { missing } from "@/lib/visits/pages/notices";
import type { Answer } from "./core/answer";
import { readForm, type VisitRequest } from "./core/request";
import { afterClick, answerForeignHost, answerVisit } from "./visit";

/** Answers visitors where only Next runs: the same as `requestListener`, for a platform's Request. */
export async function handleVisit(request: Request): Promise<Response> {
  revalidate();
  const visit = visitRequest(request);
  return counted((await answerVisit(visit)) ?? missing(null, visit));
}

/**
 * Answers requests for the service's own pages and API on a host that is not the service's; null on the service's own.
 */
export async function handleHost(request: Request): Promise<Response | null> {
  revalidate();
  const answer = await answerForeignHost(visitRequest(request));
  return answer && counted(answer);
}

const counted = (answer: Answer): Promise<Response> =>
  new Promise((resolve) => afterClick(answer, () => resolve(toResponse(answer))));

function visitRequest({ method, url, headers, body, signal }: Request): VisitRequest {
  const { pathname, search, protocol } = new URL(url);
  return {
    method,
    url: normalTarget(pathname + search),
    headers: Object.fromEntries(headers),
    address: forwardedAddress(headers),
    usesHttps: protocol === "https:",
    signal,
    form: (maxBytes) => readForm((body ?? []) as unknown as AsyncIterable<Uint8Array>, maxBytes),
  };
}

export function toResponse({ status, headers, body }: Answer): Response {
  const sent = new Headers();
  for (let index = 0; index < headers.length; index += 2) sent.append(headers[index] ?? "", headers[index + 1] ?? "");
  return new Response(status === 304 ? null : (body as BodyInit), { status, headers: sent });
}
