import type { SendHandle } from "node:child_process";
import { vitals } from "@/lib/platform/vitals";

/**
 * What a service tells its supervisor.
 *
 * - `loaded`: it waits for `begin`, which comes when the service before it has ended
 * - `prepared`: it can answer, and waits for `answer`, while the service before it still does
 * - `answers`: it does; what only one service at a time may do waits for `alone`
 * - `ready`: it does all of its work
 * - `refused`: it has said what it cannot start for
 * - `restarted`: a worker or the database died and is started again
 * - `socket`: it asks for the port's socket
 * - `listens`: it listens on the port, and is of this version; the socket comes with it where it has opened it
 */
export type FromService =
  | "loaded"
  | "prepared"
  | "answers"
  | "ready"
  | "refused"
  | "restarted"
  | "socket"
  | { listens: string };

/**
 * What a supervisor tells its service. `superseded`: the next one answers; `take-over failed`: the next one did not start;
 * `socket` comes with the socket, where there is one.
 */
export type ToService = "begin" | "answer" | "alone" | "superseded" | "take-over failed" | "socket";

/** The supervisor keeps the port's socket; those before 0.3.0 did not. */
export const KEEPS_SOCKET = "--keeps-socket";
/** The version of the service that goes on answering while this one starts. */
export const BESIDE = "--beside=";

export const isSupervised = () => process.argv.includes(KEEPS_SOCKET);

export const versionBefore = () => process.argv.find((option) => option.startsWith(BESIDE))?.slice(BESIDE.length);

export const tell = (message: FromService, handle?: SendHandle) => void process.send?.(message, handle);

/** Resolves when the supervisor says so, with the handle that comes with it. */
export function heard(awaited: ToService): Promise<SendHandle | undefined> {
  return new Promise((resolve) => {
    const listener = (message: unknown, handle?: SendHandle) => {
      if (message !== awaited) return;
      process.off("message", listener);
      resolve(handle);
    };
    process.on("message", listener);
  });
}

/** Calls back each time the next service was to take over and did not start. */
export const onTakeOverFailed = (listener: () => void) =>
  process.on("message", (message: unknown) => message === "take-over failed" && listener());

/** Stops when the next service answers: the connections and the embedded database are that one's. */
export async function onSuperseded(stop: () => void): Promise<void> {
  await heard("superseded");
  vitals().superseded = true;
  stop();
}
