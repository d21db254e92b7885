import { once } from "node:events";
import { createServer } from "node:http";
import { StartError } from "@/lib/contract/errors";
import { sendMetrics } from "@/lib/http/metrics";
import { env } from "@/lib/platform/env";
import type { OnShutdown } from "@/lib/platform/process/lifecycle";

/**
 * Serves the metrics on a separate port if METRICS_PORT is set, without a token.
 *
 * @throws StartError when the port cannot be listened on
 */
export async function serveMetrics(onShutdown: OnShutdown): Promise<void> {
  const { METRICS_PORT } = env;
  if (METRICS_PORT === undefined) return;
  const { host, port } = METRICS_PORT;
  const server = createServer((request, response) => {
    if (request.url?.split("?", 1)[0] === "/metrics") void sendMetrics(request, response);
    else response.writeHead(404, { "Content-Type": "text/plain" }).end("The metrics are at /metrics.\n");
  });
  server.listen(port, host);
  await once(server, "listening").catch((error: Error) => {
    throw new StartError(`port ${port} on ${host} (METRICS_PORT) cannot be opened: ${error.message}`);
  });
  onShutdown(() => {
    server.close();
    server.closeAllConnections();
  });
}
