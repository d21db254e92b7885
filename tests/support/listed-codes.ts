import { findCodes, findFieldCodes } from "@/lib/http/openapi/codes";
import { sections } from "@/lib/http/openapi/sections";

const operations = sections.flatMap((section) => Object.values(section.operations));

// "/api/url/check" also matches "/api/url/{id}", so paths with fewer parameters come first.
const listed = operations
  .toSorted((one, other) => one.path.split("{").length - other.path.split("{").length)
  .map((operation) => ({
    method: operation.method,
    address: new RegExp(`^${operation.path.replace(/\{\w+\}/g, "[^/]+").replaceAll(".", "\\.")}$`),
    codes: findCodes(operation),
    fieldCodes: findFieldCodes(operation) as string[],
    warns: (operation.warns ?? []) as string[],
  }));

interface Failure {
  code?: unknown;
  errors?: { code: string }[];
  warnings?: { code: string }[];
}

/** Fails if an operation refuses or warns with a code that the OpenAPI document does not list for it. */
export function expectListed(method: string, path: string, status: number, body: unknown): void {
  const { pathname } = new URL(path, "http://localhost");
  const found = listed.find((one) => one.method === method && one.address.test(pathname));
  if (!found || typeof body !== "object" || body === null) return;
  const { code, errors = [], warnings = [] }: Failure = body;
  const unknown = warnings.filter((warning) => !found.warns.includes(warning.code));
  if (unknown.length > 0) throw new Error(`${method} ${pathname} does not list ${JSON.stringify(unknown)}.`);
  if (status < 400) return;
  const unlisted = [
    ...((found.codes[status] as string[] | undefined)?.includes(String(code)) ? [] : [`${status} ${code}`]),
    ...errors.filter((field) => !found.fieldCodes.includes(field.code)).map((field) => `field ${field.code}`),
  ];
  if (unlisted.length > 0) throw new Error(`${method} ${pathname} does not list ${unlisted.join(", ")}.`);
}
