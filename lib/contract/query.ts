import { z } from "./zod";

/** Parameters that a query may have several times: each of the values counts. */
export const repeatable = z.registry<object>();

/** Returns the parameters of a query by name. One that comes with several different values is a list of them. */
export function readQuery(query: URLSearchParams): Record<string, string | string[]> {
  const names = new Set(query.keys());
  return Object.fromEntries(
    [...names].map((name) => {
      const values = [...new Set(query.getAll(name))];
      return [name, values.length > 1 ? values : (values[0] ?? "")];
    }),
  );
}
