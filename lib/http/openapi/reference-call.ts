import type { oas31 } from "zod-openapi";
import { resolved } from "./schema";

/** The data that a page needs to call an operation: its address, the inputs of the address, and an example body. */
export interface Call {
  method: string;
  path: string;
  /** whether it works without a key */
  open: boolean;
  inputs: CallInput[];
  body?: string;
}

export interface CallInput {
  name: string;
  place: "path" | "query";
  required: boolean;
  sample: string;
  /** the allowed values, if they are few */
  choices: string[];
}

export function callInputs(parameters: oas31.ParameterObject[], document: oas31.OpenAPIObject): CallInput[] {
  return parameters
    .filter((parameter): parameter is typeof parameter & { in: "path" | "query" } => parameter.in !== "header")
    .map(({ name, in: place, required = false, schema = {}, example }) => ({
      name,
      place,
      required,
      sample: example === undefined ? "" : String(example),
      choices: (resolved(schema, document).enum ?? []).map(String),
    }));
}

/** Returns the address of a call with these values, or null if a part of its path is missing. */
export function writeAddress({ path, inputs }: Call, values: Record<string, string>): string | null {
  const query = new URLSearchParams();
  let address = path;
  for (const { name, place } of inputs) {
    const value = values[name]?.trim() ?? "";
    if (place === "path" && value === "") return null;
    if (place === "path") address = address.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== "") query.append(name, value);
  }
  return query.size > 0 ? `${address}?${query}` : address;
}

/** Returns the address of a call with the examples of the given parameters of its path, and of required ones in its query. */
export function exampleAddress(path: string, parameters: oas31.ParameterObject[]): string {
  const address = path.replace(
    /\{(\w+)\}/g,
    (whole, name) => parameters.find((parameter) => parameter.name === name)?.example ?? whole,
  );
  const required = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  const query = new URLSearchParams(required.map(({ name, example }) => [name, String(example)]));
  return query.size > 0 ? `${address}?${query}` : address;
}

/** Returns the curl command of a request. It contains `$KEY` instead of the key. */
export function writeCurl({ method, url, open, body }: { method: string; url: string; open: boolean; body?: string }) {
  const flag = method === "GET" || (method === "POST" && body !== undefined) ? "" : `-X ${method} `;
  return [
    `curl ${flag}${/^[\w:/.%-]+$/.test(url) ? url : quoted(url)}`,
    !open && `-H "Authorization: Bearer $KEY"`,
    body !== undefined && `-H "Content-Type: application/json"`,
    body !== undefined && `-d ${quoted(body)}`,
  ]
    .filter((part) => part !== false)
    .join(" \\\n  ");
}

/** Quotes any text as one word of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
