import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { processSingleton } from "@/lib/platform/singleton";
import { type Answer, textAnswer } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";

/** Scanners make up hosts, and their hosts must not fill the log. */
const MOST_HOSTS = 20;
/** Longer than any host name with a port. */
const LONGEST = 260;

const noted = () => processSingleton("unknownHosts", () => new Set<string>());

const unknownHost = textAnswer(404, "There is nothing at this address.");

/** Returns the answer on a host that is neither the service's own nor a branded domain. */
export function answerUnknownHost(request: Pick<VisitRequest, "headers">): Answer {
  noteUnknownHost(request);
  return unknownHost;
}

/** Tells the operator which host was requested, once for each of the first hosts. */
export function noteUnknownHost({ headers: { host } }: Pick<VisitRequest, "headers">): void {
  const hosts = noted();
  if (!host || hosts.size >= MOST_HOSTS) return;
  const shown = host.slice(0, LONGEST).toLowerCase();
  if (hosts.has(shown)) return;
  hosts.add(shown);
  const last = hosts.size === MOST_HOSTS ? ". Further unknown hosts are not logged until the next start" : "";
  log.warn(
    { host: shown, setting: "APP_URL", APP_URL: env.APP_URL },
    `a request for a host that is neither that of APP_URL nor an active branded domain got "There is nothing at this address". If this is your service's address, set APP_URL to it, with its port. Behind a proxy, check that it passes on the Host header${last}`,
  );
}
