import { createServer, type RequestListener, type Server } from "node:http";
import { apiRoutes } from "@/generated/api-routes";
import { liveStreams } from "@/lib/clicks/statistics/live-streams";
import { limitRequestTime } from "@/lib/http/late-requests";
import { requestListener } from "@/lib/http/listener";
import { pageProxy } from "@/lib/http/page-proxy";
import { StaticFiles } from "@/lib/http/static-files";
import { answerNotReady, drainConnections, finishConnections, VisitConnections } from "@/lib/http/visit-connections";
import { instanceSettings } from "@/lib/platform/cache/instance-settings";
import { listenForChanges } from "@/lib/platform/database/changes";
import { noteSchema } from "@/lib/platform/database/migrate";
import { pool } from "@/lib/platform/database/pool";
import { env } from "@/lib/platform/env";
import { logConsole } from "@/lib/platform/log/console-log";
import { passClientAddress, passClientProtocol } from "@/lib/platform/network/client-address";
import type { OnShutdown } from "@/lib/platform/process/lifecycle";
import { becomeServerProcess } from "@/lib/platform/process/server-process";
import type { Entrance } from "./port";

/** A connection without traffic is closed after this time. */
const silentMs = 75_000;

interface Options {
  dev?: boolean;
  /** Another service still answers on the port, so the entrance opens last. */
  beside?: boolean;
}

/**
 * Opens the entrance and refuses requests until the returned function is called. The processes behind `pageSockets`
 * draw the pages. If there are none, and during development, this process draws them.
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
  void instanceSettings();
  onShutdown(changes.stop);

  const server = createServer(answerNotReady);
  const visits = new VisitConnections(server);
  const files = dev ? null : new StaticFiles(".next");
  const pages = files
    ? files.before(pageSockets.length > 0 ? pageProxy(pageSockets) : await pagesHere(onShutdown))
    : await developedPages(server, onShutdown);

  // Uses one timeout for a silent connection, with or without an open request, instead of two that are reset for every
  // request. It is longer than a load balancer's, which would otherwise send a request on a connection that is just
  // closing.
  server.keepAliveTimeout = 0;
  server.timeout = silentMs;
  limitRequestTime(server);
  if (!beside) await entrance.open(server);
  onShutdown(async () => {
    await entrance.close(server);
    await finishConnections(server, visits);
  });
  // Otherwise the server would treat these streams as requests that will be answered soon, and wait for them.
  onShutdown(() => liveStreams().close());
  onShutdown(() => drainConnections(server, visits));
  return async () => {
    const listener = requestListener(pages, apiRoutes);
    server.off("request", answerNotReady).on("request", dev ? withErrorOverlay(pages, listener) : listener);
    // They would answer the error overlay's addresses as links that are missing.
    if (files) visits.start((request) => files.refuse(request));
    if (beside) await entrance.open(server);
  };
}

/** Runs Next in this process. It compiles each page when the page is requested. */
async function developedPages(server: Server, onShutdown: OnShutdown) {
  const [{ default: next }, { pageListener }] = await Promise.all([import("next"), import("@/lib/http/page-listener")]);
  const pages = next({ dev: true, dir: process.cwd(), hostname: "localhost", port: env.PORT, httpServer: server });
  await pages.prepare();
  onShutdown(() => pages.close());
  return ownPages(pageListener(pages.getRequestHandler()));
}

/** During development, Next's error overlay asks for the source of errors at addresses that could be aliases. */
const withErrorOverlay =
  (pages: RequestListener, others: RequestListener): RequestListener =>
  (request, response) =>
    (request.url?.startsWith("/__nextjs_") ? pages : others)(request, response);

/** Runs Next in this process, for a machine without enough memory for another process. */
async function pagesHere(onShutdown: OnShutdown) {
  const [{ preparePages }, { pageListener }] = await Promise.all([
    import("./next-pages"),
    import("@/lib/http/page-listener"),
  ]);
  return ownPages(pageListener(await preparePages(onShutdown)));
}

/** Passes the client's address and protocol to pages in this process, as the page proxy does for other processes. */
const ownPages =
  (pages: RequestListener): RequestListener =>
  (request, response) => {
    passClientAddress(request);
    passClientProtocol(request);
    pages(request, response);
  };
