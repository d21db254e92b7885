import { format, stripVTControlCharacters } from "node:util";
import { log } from "./log";

const MOST_CHARACTERS = 8_192;

const levels = { log: "info", info: "info", debug: "debug", trace: "debug", warn: "warn", error: "error" } as const;

/** Turns what Next, Node and libraries print on the console into log lines. */
export function logConsole(): void {
  for (const [name, level] of Object.entries(levels))
    console[name as keyof typeof levels] = (...said: unknown[]) => {
      const text = stripVTControlCharacters(format(...said)).trim();
      if (text !== "") log[level]({ by: "console" }, text.slice(0, MOST_CHARACTERS));
    };
  process.removeAllListeners("warning");
  process.on("warning", ({ name, message }) => log.warn({ by: name }, message));
}
