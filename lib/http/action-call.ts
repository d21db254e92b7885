import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@/lib/contract/errors";
import { parseUrl } from "@/lib/contract/url";
import { REQUEST_ID } from "@/lib/platform/limits/page-requests";
import { processSingleton } from "@/lib/platform/singleton";

/** The running server actions, by request id, with whether their work has begun. */
const underWay = () => processSingleton("actionsUnderWay", () => new Map<string, boolean>());

/** Notes that an action has received its arguments. Later failures are the service's fault. */
export function beginAction(headers: Pick<Headers, "get">): void {
  const id = headers.get(REQUEST_ID) ?? "";
  if (underWay().has(id)) underWay().set(id, true);
}

/**
 * Refuses an action that another site's page calls. Next refuses the same calls by the same comparison, but with status
 * 500. Requests without an origin come from no browser, so no session is at risk.
 */
export function checkActionOrigin({ headers }: IncomingMessage): void {
  const { origin, host } = headers;
  if (origin === undefined) return;
  const from = parseUrl(origin)?.host;
  const forwarded = String(headers["x-forwarded-host"] ?? "").split(",", 1)[0];
  if (!from || (from !== host && from !== forwarded?.trim())) throw new AppError("action_from_elsewhere");
}

const outputs = ["flushHeaders", "writeHead", "write", "end"] as const;

/**
 * Makes `refuse` answer instead of a 500 if the action's work has not begun. React or Next could then not read the
 * arguments, which is the caller's mistake and not an error of the service.
 */
export function refuseUnreadAction(request: IncomingMessage, response: ServerResponse, refuse: () => void): void {
  const id = String(request.headers[REQUEST_ID]);
  underWay().set(id, false);
  response.once("close", () => underWay().delete(id));
  const own = outputs.map((name) => [name, response[name].bind(response)] as const);
  const replaceOutputs = (by: (name: string, output: (...args: never[]) => unknown) => unknown) => {
    for (const [name, output] of own) Reflect.set(response, name, by(name, output));
  };
  const isUnread = (status: unknown) => !response.headersSent && Number(status) >= 500 && underWay().get(id) === false;
  replaceOutputs((name, output) => (...args: never[]) => {
    if (!isUnread(name === "writeHead" ? args[0] : response.statusCode)) return output(...args);
    replaceOutputs((_, output) => output);
    response.removeHeader("Content-Encoding");
    refuse();
    // Drops what Next still sends.
    replaceOutputs((name) => () => (name === "write" ? true : response));
    return name === "write" ? true : response;
  });
}
