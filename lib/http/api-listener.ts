import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { isPlain, PlainRequest } from "./api-request";
import { type ApiRoute, apiRouter, refuseMalformed } from "./router";

const options = {
  // Next needs the platform's own Request and Response.
  overrideGlobalObjects: false,
  errorHandler: refuseMalformed,
  // For requests without a host, such as HTTP/1.0 health checks.
  hostname: "localhost",
};

/** Answers requests of node:http to the API. Only unusual requests are turned into a `Request`. */
export function apiListener(routes: ApiRoute[]): (request: IncomingMessage, response: ServerResponse) => unknown {
  const router = apiRouter(routes);
  const general = getRequestListener((request, node) => router(request, node as HttpBindings), options);
  return (incoming, outgoing) => (isPlain(incoming) ? answerPlain(incoming, outgoing) : general(incoming, outgoing));

  async function answerPlain(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const response = await router(new PlainRequest(incoming, outgoing), { outgoing }).catch(refuseMalformed);
    // Files are sent at the client's pace.
    if (response !== RESPONSE_ALREADY_SENT) await getRequestListener(() => response, options)(incoming, outgoing);
  }
}
