import type { oas31 } from "zod-openapi";
import { resolved } from "./schema";

/** What an operation needs to be called from a page: where it is, what goes into its address, and a body to start from. */
export interface Call {
  method: string;
  path: string;
  /** needs no key */
  open: boolean;
  inputs: CallInput[];
  body?: string;
}

export interface CallInput {
  name: string;
  place: "path" | "query";
  required: boolean;
  sample: string;
  /** the values that there are, where they are few */
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

/** The address of a call with these values; null where a part of its path is missing. */
export function addressOf({ path, inputs }: Call, values: Record<string, string>): string | null {
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

/** The path with the examples of those of its parameters that are given. */
export function filled(path: string, parameters: oas31.ParameterObject[]): string {
  return path.replace(
    /\{(\w+)\}/g,
    (whole, name) => parameters.find((parameter) => parameter.name === name)?.example ?? whole,
  );
}
