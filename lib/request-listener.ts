import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { handleApi, refuseMalformed } from "@/lib/api/router";
import { passClientAddress } from "@/lib/client-address";
import { handleRoot, handleVisit } from "@/lib/redirects/http";
import { handleScan } from "@/lib/scans/http";

type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

// Next must go on finding the platform's own Request and Response.
const api = getRequestListener(handleApi, { overrideGlobalObjects: false, errorHandler: refuseMalformed });

/** Sends each request where it is answered fastest: short links, QR codes and the API here, everything else to Next's pages. */
export function requestListener(pages: Pages): RequestListener {
  return (request, response) => {
    const url = request.url ?? "";
    // next-auth's own handlers need Next.
    const isApi = /^\/api(\/(?!auth\/)|\?|$)/.test(url);
    if (!isApi && (handleVisit(request, response) || handleScan(request, response))) return;
    passClientAddress(request);
    if (isApi) api(request, response);
    else if (!/^\/(\?|$)/.test(url)) pages(request, response);
    else handleRoot(request, response).then((done) => (done ? undefined : pages(request, response)));
  };
}
