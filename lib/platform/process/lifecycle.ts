import { StartError } from "@/lib/contract/errors";
import type { LogLines } from "@/lib/platform/log/log";
import { peek } from "@/lib/platform/singleton";
import { STOP_SIGNALS } from "./stop-signals";
import { vitals } from "./vitals";

/** Work that is not finished after this time is left to the next start. */
const STOP_WITHIN = 12_500;
/** The time to stop after another service has taken over, because nothing waits for it then. */
const SUPERSEDED_WITHIN = 45_000;

/** npm passes Ctrl-C on to a process that has already received it from the terminal. */
const SAME_SIGNAL_WITHIN = 1_000;

/** Registers how to stop a part that has been started. */
export type OnShutdown = (stop: () => unknown) => void;

class Interrupted extends Error {}

/**
 * Runs the process: `start` starts its parts. They are stopped in reverse order when `onStop` asks for it, or when
 * `start` fails. Exits with 0 after a stop and 1 after a failure.
 */
export async function run(
  start: (onShutdown: OnShutdown, stopping: AbortSignal) => Promise<void>,
  onStop: (stop: () => void) => unknown = onSignal,
): Promise<void> {
  const stops: (() => unknown)[] = [];
  const stopping = new AbortController();
  let terminalClosed = false;
  process.on("SIGHUP", () => {
    terminalClosed = true;
  });
  const stopped = new Promise<void>((resolve) => {
    onStop(() => {
      if (!stopping.signal.aborted) exitAfterDeadline();
      stopping.abort();
      vitals().stopping = true;
      resolve();
    });
  });

  let code = 0;
  try {
    await start((stop) => {
      stops.push(stop);
      if (stopping.signal.aborted) throw new Interrupted();
    }, stopping.signal);
    await stopped;
  } catch (error) {
    if (!(error instanceof Interrupted)) {
      code = 1;
      report(error);
      // Makes the supervisor not start it again.
      if (error instanceof StartError) process.send?.("refused");
      exitAfterDeadline();
    }
  }
  for (const stop of stops.reverse()) {
    try {
      await stop();
    } catch (error) {
      report(error);
    }
  }
  // Node cannot reset a terminal that is gone: it would abort.
  if (terminalClosed) {
    peek<LogLines>("logLines")?.end();
    process.removeAllListeners("SIGHUP").kill(process.pid, "SIGHUP");
  }
  process.exit(code);
}

/** Stops on SIGINT, on SIGTERM, and when its terminal is closed. A second signal ends the process at once. */
export function onSignal(stop: () => void): void {
  let signalledAt: number | undefined;
  const listener = () => {
    if (signalledAt !== undefined && Date.now() - signalledAt > SAME_SIGNAL_WITHIN) process.exit(130);
    signalledAt ??= Date.now();
    stop();
  };
  for (const signal of STOP_SIGNALS) process.on(signal, listener);
}

function exitAfterDeadline(): void {
  setTimeout(
    () => {
      process.stderr.write("Stopping took too long.\n");
      process.exit(1);
    },
    vitals().superseded ? SUPERSEDED_WITHIN : STOP_WITHIN,
  ).unref();
}

/** Bypasses the log, which cannot be loaded when the environment is invalid. */
function report(error: unknown): void {
  const text = error instanceof Error && !(error instanceof StartError) ? error.stack : undefined;
  process.stderr.write(`${text ?? (error as Error).message}\n`);
}
