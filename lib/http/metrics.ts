import type { IncomingMessage, ServerResponse } from "node:http";
import { allMetrics } from "@/lib/platform/log/all-metrics";
import { log } from "@/lib/platform/log/log";
import { mergeMetrics } from "@/lib/platform/log/metrics";
import { isMetricsToken } from "./metrics-token";

/** Answers with the metrics if the request has METRICS_TOKEN as its bearer token, and with 401 otherwise. */
export function answerMetrics(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, given] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  if (isMetricsToken(given)) return sendMetrics(request, response);
  const headers = { "WWW-Authenticate": "Bearer", ...text };
  response.writeHead(401, headers).end("Send METRICS_TOKEN as a bearer token to read the metrics.\n");
  return Promise.resolve();
}

const text = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };

export async function sendMetrics({ method }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (method !== "GET" && method !== "HEAD") {
    response.writeHead(405, { Allow: "GET, HEAD", ...text }).end("This address supports only GET and HEAD.\n");
    return;
  }
  try {
    const registry = mergeMetrics([await allMetrics()]);
    const body = await registry.metrics();
    response.writeHead(200, { ...text, "Content-Type": registry.contentType }).end(body);
  } catch (error) {
    log.error({ error }, "the metrics could not be collected");
    response.writeHead(500, text).end("The metrics could not be collected.\n");
  }
}
