import type { ParseArgsConfig } from "node:util";

/** A command for the administrator of the service: `npm run signpost <name>`. */
export interface Command {
  name: string;
  /** one sentence */
  summary: string;
  /** its flags besides `--help` and `--json`; `flags` describes each of them */
  options?: ParseArgsConfig["options"];
  flags?: Record<string, string>;
  /** the flags that are required */
  required?: string[];
  /** Throws an error with a sentence if it fails, and a `Misunderstood` if its flags are the reason. */
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

/** The flags make no sense in any situation. The sentence names the flag, and the program exits with 2. */
export class Misunderstood extends Error {}
