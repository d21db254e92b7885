/** The address of a list view. Leaves out empty parameters and page 1. */
export function listHref(path: string, parameters: Record<string, string | number>): string {
  const given = Object.entries(parameters).filter(([name, value]) => value !== "" && !(name === "page" && value === 1));
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `${path}?${query}` : path;
}
