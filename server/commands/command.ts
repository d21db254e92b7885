import type { ParseArgsConfig } from "node:util";

/** A command for operators: `npm run signpost <name>`. */
export interface Command {
  name: string;
  /** one sentence */
  summary: string;
  /** its flags besides `--help` and `--json`; `flags` describes each of them */
  options?: ParseArgsConfig["options"];
  flags?: Record<string, string>;
  /** the flags that are required */
  required?: string[];
  /** Throws `Misunderstood` if the flags are wrong, and another error with a sentence if the command fails. */
  run(values: Record<string, unknown>): Promise<Outcome>;
}

export interface Outcome {
  /** whether everything is correct; if not, the program exits with 1 */
  ok: boolean;
  /** what `--json` prints */
  result: object;
  /** what is printed without `--json` */
  text: string;
}

/**
 * Thrown if the flags are wrong, regardless of the state of the service. The message names the flag. The exit code is 2.
 */
export class Misunderstood extends Error {}

/** Shows the progress of a command in one line of a terminal. Does nothing elsewhere. */
export function progress(): (step: string) => void {
  const { stderr } = process;
  if (!stderr.isTTY) return () => {};
  process.once("exit", () => stderr.write("\r\x1b[K"));
  return (step) => stderr.write(`\r\x1b[K${step} …`);
}
