import type { SendHandle } from "node:child_process";
import { vitals } from "@/lib/platform/process/vitals";

/**
 * The messages from a service to its supervisor.
 *
 * - `loaded`: it waits for `begin`, which comes when the previous service has ended
 * - `prepared`: it can answer requests and waits for `answer`; the previous service still answers
 * - `answers`: it answers requests; the parts that only one service may run wait for `alone`
 * - `ready`: it does all of its work
 * - `refused`: it cannot start and has logged the reason
 * - `restarted`: a worker or the database died and is started again
 * - `socket`: it requests the port's socket
 * - `listens`: it listens on the port and is of this version; the socket comes with it if the service opened it
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
 * The messages from a supervisor to its service. `superseded`: the next service answers requests. `take-over failed`:
 * the next service did not start. `socket`: comes with the socket, if there is one.
 */
export type ToService = "begin" | "answer" | "alone" | "superseded" | "take-over failed" | "socket";

/** The supervisor keeps the port's socket. Supervisors before 0.3.0 did not. */
export const KEEPS_SOCKET = "--keeps-socket";
/** The version of the service that keeps answering requests while this one starts. */
export const BESIDE = "--beside=";

export const isSupervised = () => process.argv.includes(KEEPS_SOCKET);

export const versionBefore = () => process.argv.find((option) => option.startsWith(BESIDE))?.slice(BESIDE.length);

export const sendToSupervisor = (message: FromService, handle?: SendHandle) => void process.send?.(message, handle);

/** Resolves with the handle that comes with the message, once the supervisor sends it. */
export function waitForMessage(awaited: ToService): Promise<SendHandle | undefined> {
  return new Promise((resolve) => {
    const listener = (message: unknown, handle?: SendHandle) => {
      if (message !== awaited) return;
      process.off("message", listener);
      resolve(handle);
    };
    process.on("message", listener);
  });
}

/** Calls `listener` each time a new service should take over but did not start. */
export const onTakeOverFailed = (listener: () => void) =>
  process.on("message", (message: unknown) => message === "take-over failed" && listener());

/** Stops this service once the next one answers. The next one then owns the connections and the embedded database. */
export async function onSuperseded(stop: () => void): Promise<void> {
  await waitForMessage("superseded");
  vitals().superseded = true;
  stop();
}

/** Counts a restart of a worker or the database. The supervisor counts too, in case this process dies next. */
export function countRestart(): void {
  vitals().restarts++;
  sendToSupervisor("restarted");
}
