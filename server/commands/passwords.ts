import { randomInt } from "node:crypto";

/** More than a password may have. */
const MOST_BYTES = 4_096;

/** For commands that set one: nobody else on the machine sees what a process is given on standard input. */
export const passwordOptions = { "password-stdin": { type: "boolean" } } as const;
export const passwordFlags = {
  "password-stdin": "Reads the password from standard input. Without it, one is made and printed.",
};

/** The password that was given, its first line; undefined where one is to be made. */
export async function givenPassword(values: Record<string, unknown>): Promise<string | undefined> {
  if (!values["password-stdin"]) return undefined;
  let text = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) {
    text += chunk;
    if (text.length > MOST_BYTES) throw new Error("The password is too long.");
  }
  return text.split(/\r?\n/)[0] ?? "";
}

/** 16 characters that nobody mistakes for one another, in groups: 79 bits. */
export function readablePassword(): string {
  const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}
