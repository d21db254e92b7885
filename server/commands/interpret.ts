import { parseArgs } from "node:util";
import { commandName } from "@/lib/platform/release";
import type { Command } from "./command";

/** The result of parsing: a command with its flags, or a text to print. */
export type Invocation =
  | { command: Command; values: Record<string, unknown>; json: boolean }
  | { help: string }
  | { refusal: string };

const always = { help: { type: "boolean", short: "h" }, json: { type: "boolean" } } as const;

/** Parses the arguments of the program. */
export function interpret(commands: Command[], args: string[]): Invocation {
  const [name, ...rest] = args[0] === "--version" ? ["version", ...args.slice(1)] : args;
  if (name === undefined) return { refusal: helpOf(commands) };
  if (name === "--help" || name === "-h") return { help: helpOf(commands) };
  const command = commands.find((one) => one.name === name);
  if (!command) {
    const kind = name.startsWith("-") ? "Flags must come after the command:" : "There is no command";
    return { refusal: `${kind} ${JSON.stringify(name)}.\n\n${helpOf(commands)}` };
  }
  try {
    const { values } = parseArgs({ args: rest, options: { ...command.options, ...always } });
    const { help, json = false, ...own } = values as Record<string, unknown>;
    const missing = command.required?.find((flag) => own[flag] === undefined);
    if (missing !== undefined && !help) return { refusal: `--${missing} is missing.\n\n${helpOn(command)}` };
    return help ? { help: helpOn(command) } : { command, values: own, json: json === true };
  } catch (error) {
    // Keeps Node's sentence, without its advice about dashes.
    const [sentence] = (error as Error).message.split(". ");
    return { refusal: `${sentence}.\n\n${helpOn(command)}` };
  }
}

/** npm reads flags as its own unless two dashes come first. */
const isNpm = () => commandName().startsWith("npm");

function helpOf(commands: Command[]): string {
  const rows = commands.map(({ name, summary }): [string, string] => [name, summary]);
  const usage = `Usage: ${commandName()} <command>\n\n${columns(rows)}`;
  return isNpm()
    ? `${usage}\n\nPut two dashes before the flags of a command: npm run signpost <command> -- --json`
    : usage;
}

function helpOn({ name, summary, flags = {} }: Command): string {
  const own = Object.entries(flags).map(([flag, meaning]): [string, string] => [`--${flag}`, meaning]);
  const rows: [string, string][] = [...own, ["--json", "Prints the result as JSON."], ["--help", "Prints this help."]];
  return `Usage: ${commandName()} ${name} [${isNpm() ? "-- " : ""}flags]\n\n${summary}\n\n${columns(rows)}`;
}

function columns(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`).join("\n");
}
