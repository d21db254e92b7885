import { createServer, type RequestListener, type Server } from "node:http";
import { apiRoutes } from "@/generated/api-routes";
import { liveStreams } from "@/lib/clicks/statistics/live-streams";
import { finishConnections, refuseForNow, turnAway } from "@/lib/http/connections";
import { requestListener } from "@/lib/http/listener";
import { pageProxy } from "@/lib/http/page-proxy";
import { staticFiles } from "@/lib/http/static-files";
import { VisitConnections } from "@/lib/http/visit-connections";
import { passClientAddress } from "@/lib/platform/client-address";
import { logConsole } from "@/lib/platform/console-log";
import { env } from "@/lib/platform/env";
import type { OnShutdown } from "@/lib/platform/lifecycle";
import { listenForChanges } from "@/lib/platform/notifications";
import { pool } from "@/lib/platform/pool";
import { noteSchema } from "@/lib/platform/schema-version";
import { becomeServerProcess } from "@/lib/platform/server-process";
import type { Entrance } from "./entrance";

/** A connection on which nothing moves for so long is closed. */
const silentMs = 75_000;

interface Options {
  dev?: boolean;
  /** Another service still answers on the port: the entrance opens last. */
  beside?: boolean;
}

/**
 * Opens the entrance and refuses requests until the function that it returns is called; then answers them. Pages are drawn
 * by the processes behind `pageSockets`. Without any, and while somebody develops, this process draws them.
 *
 * @throws StartError when the port cannot be listened on
 */
export async function serve(
  onShutdown: OnShutdown,
  entrance: Entrance,
  pageSockets: string[],
  { dev = false, beside = false }: Options = {},
): Promise<() => Promise<void>> {
  becomeServerProcess();
  await noteSchema(pool);
  if (!dev) logConsole();
  const changes = listenForChanges();
  onShutdown(changes.stop);

  const server = createServer(refuseForNow);
  const visits = new VisitConnections(server);
  const pages = dev
    ? await developedPages(server, onShutdown)
    : staticFiles(".next", pageSockets.length > 0 ? pageProxy(pageSockets) : await pagesHere(onShutdown));

  // One timer for a connection's silence, whether or not a request is under way, instead of two that are set anew for
  // every request. Longer than a load balancer's, which else would send a request on a connection that just closes.
  server.keepAliveTimeout = 0;
  server.timeout = silentMs;
  if (!beside) await entrance.open(server);
  onShutdown(async () => {
    await entrance.close(server);
    await finishConnections(server, visits);
  });
  // Else the server would wait for these as for requests that are about to be answered.
  onShutdown(() => liveStreams().close());
  onShutdown(() => turnAway(server, visits));
  return async () => {
    server.off("request", refuseForNow).on("request", requestListener(pages, apiRoutes));
    visits.start();
    if (beside) await entrance.open(server);
  };
}

/** Next in this process, which compiles each page when it is asked for. */
async function developedPages(server: Server, onShutdown: OnShutdown) {
  const [{ default: next }, { pageListener }] = await Promise.all([import("next"), import("@/lib/http/page-listener")]);
  const pages = next({ dev: true, dir: process.cwd(), hostname: "localhost", port: env.PORT, httpServer: server });
  await pages.prepare();
  onShutdown(() => pages.close());
  return ownPages(pageListener(pages.getRequestHandler()));
}

/** Next in this process, for a machine that has no memory for another one. */
async function pagesHere(onShutdown: OnShutdown) {
  const [{ preparePages }, { pageListener }] = await Promise.all([
    import("./next-pages"),
    import("@/lib/http/page-listener"),
  ]);
  return ownPages(pageListener(await preparePages(onShutdown)));
}

/** Tells pages of this process the client's address, as the proxy does. */
const ownPages =
  (pages: RequestListener): RequestListener =>
  (request, response) => {
    passClientAddress(request);
    pages(request, response);
  };
