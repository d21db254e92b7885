import { StartError } from "@/lib/errors";

/** What is not stopped by then is left to the next start. */
const STOP_WITHIN = 9_500;

/** npm passes Ctrl-C on to a process that has had it from the terminal already. */
const SAME_SIGNAL_WITHIN = 1_000;

/** Hands over how to stop a part that has been started. */
export type Started = (stop: () => unknown) => void;

class Interrupted extends Error {}

/**
 * Runs the process: `start` brings up its parts, which are stopped in reverse on SIGINT or SIGTERM, or when `start`
 * fails. A second signal ends the process at once. Exits with 0 after a signal and 1 after a failure.
 */
export async function run(start: (started: Started) => Promise<void>): Promise<void> {
  const stops: (() => unknown)[] = [];
  let signalledAt: number | undefined;
  const signalled = new Promise<void>((resolve) => {
    const onSignal = () => {
      if (signalledAt === undefined) giveUpLate();
      else if (Date.now() - signalledAt > SAME_SIGNAL_WITHIN) process.exit(130);
      signalledAt ??= Date.now();
      resolve();
    };
    process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  });

  let code = 0;
  try {
    await start((stop) => {
      stops.push(stop);
      if (signalledAt !== undefined) throw new Interrupted();
    });
    await signalled;
  } catch (error) {
    if (!(error instanceof Interrupted)) {
      code = 1;
      report(error);
      giveUpLate();
    }
  }
  for (const stop of stops.reverse()) {
    try {
      await stop();
    } catch (error) {
      report(error);
    }
  }
  process.exit(code);
}

function giveUpLate(): void {
  setTimeout(() => {
    process.stderr.write("Stopping took too long.\n");
    process.exit(1);
  }, STOP_WITHIN).unref();
}

/** Not through the log, which cannot be loaded when the environment is wrong. */
function report(error: unknown): void {
  const text = error instanceof Error && !(error instanceof StartError) ? error.stack : undefined;
  process.stderr.write(`${text ?? (error as Error).message}\n`);
}
