import { createServer } from "node:http";
import next from "next";
import { apiRoutes } from "@/generated/api-routes";
import { liveStreams } from "@/lib/clicks/live-streams";
import { finishConnections, refuseForNow, turnAway } from "@/lib/http/connections";
import { requestListener } from "@/lib/http/listener";
import { staticFiles } from "@/lib/http/static-files";
import { VisitConnections } from "@/lib/http/visit-connections";
import { logConsole } from "@/lib/platform/console-log";
import { env } from "@/lib/platform/env";
import type { OnShutdown } from "@/lib/platform/lifecycle";
import { listenForChanges } from "@/lib/platform/notifications";
import { pool } from "@/lib/platform/pool";
import { rawEnv } from "@/lib/platform/raw-env";
import { noteSchema } from "@/lib/platform/schema-version";
import { becomeServerProcess } from "@/lib/platform/server-process";
import { loadBuiltConfig } from "@/server/built-config";
import type { Entrance } from "./entrance";

/** A connection on which nothing moves for so long is closed. */
const silentMs = 75_000;

interface Options {
  dev?: boolean;
  /** Another service still answers on the port: the entrance opens last. */
  beside?: boolean;
}

/**
 * Opens the entrance and refuses requests until the function that it returns is called; then answers them.
 *
 * @throws StartError when the port cannot be listened on
 */
export async function serve(
  onShutdown: OnShutdown,
  entrance: Entrance,
  { dev = false, beside = false }: Options = {},
): Promise<() => Promise<void>> {
  becomeServerProcess();
  await noteSchema(pool);
  if (!dev) logConsole();
  const changes = listenForChanges();
  onShutdown(changes.stop);

  // A server action that redirects has Next fetch the next page from its own address.
  const hostname = env.HOST === "0.0.0.0" || env.HOST === "::" ? "localhost" : env.HOST;
  const server = createServer(refuseForNow);
  const visits = new VisitConnections(server);
  // Next would read files named .env, and half of the service go by what they say.
  rawEnv.__NEXT_PROCESSED_ENV = "true";
  // Next listens for upgrades, which only development needs, and breaks off all others: also HTTP/2's, which Java's
  // client and others offer with every request. On a server that nobody reaches it hears of none.
  const httpServer = dev ? server : createServer();
  const dir = process.cwd();
  if (!dev) await loadBuiltConfig(dir);
  const pages = next({ dev, dir, hostname, port: env.PORT, httpServer });
  await pages.prepare();
  onShutdown(() => pages.close());

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
  const answerPage = pages.getRequestHandler();
  const handlePages = dev ? answerPage : staticFiles(".next", answerPage);
  return async () => {
    server.off("request", refuseForNow).on("request", requestListener(handlePages, apiRoutes));
    visits.start();
    if (beside) await entrance.open(server);
  };
}
