import type { ParseArgsConfig } from "node:util";

/** A command for whoever runs the service: `npm run signpost <name>`. */
export interface Command {
  name: string;
  /** one sentence */
  summary: string;
  /** its flags beside `--help` and `--json`; what each means stands in `flags` */
  options?: ParseArgsConfig["options"];
  flags?: Record<string, string>;
  /** those of its flags without which it is not understood */
  required?: string[];
  /** Throws a sentence where it cannot do its work, and a `Misunderstood` where that is for its flags. */
  run(values: Record<string, unknown>): Promise<Outcome>;
}

export interface Outcome {
  /** whether all is as it should be: otherwise the program ends with 1 */
  ok: boolean;
  /** what is printed with `--json` */
  result: object;
  /** what is printed without */
  text: string;
}

/** What was asked for makes no sense, whatever there is: the program ends with 2. The sentence names the flag. */
export class Misunderstood extends Error {}
