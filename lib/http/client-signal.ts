import type { ServerResponse } from "node:http";

/** Returns a signal that aborts when the client no longer waits for the answer. */
export function clientSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.closed) controller.abort();
  else response.once("close", () => controller.abort());
  return controller.signal;
}
