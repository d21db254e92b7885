import { createServer } from "node:http";
import next from "next";
import { env } from "@/lib/env";
import { listenForChanges } from "@/lib/notifications";
import { once } from "@/lib/once";
import { requestListener } from "@/lib/request-listener";
import { closeServer, listen, refuseForNow } from "./http";
import type { Started } from "./lifetime";

/** Takes the port and refuses requests until the function that it returns is called; then answers them. */
export async function serve(started: Started, dev = false): Promise<() => void> {
  once("server", () => true);
  const changes = listenForChanges();
  started(changes.stop);

  // A server action that redirects has Next fetch the next page from its own address.
  const hostname = env.HOST === "0.0.0.0" || env.HOST === "::" ? "localhost" : env.HOST;
  const pages = next({ dev, dir: process.cwd(), hostname, port: env.PORT });
  await pages.prepare();
  started(() => pages.close());

  const server = createServer(refuseForNow);
  await listen(server, env.PORT, env.HOST);
  started(() => closeServer(server));
  return () => {
    server.off("request", refuseForNow).on("request", requestListener(pages.getRequestHandler()));
  };
}
