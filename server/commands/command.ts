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
  /** what is wrong with its flags, where that is not understood: a sentence */
  misunderstood?(values: Record<string, unknown>): string | undefined;
  /** Throws a sentence where it cannot do its work. */
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
