import type { LinkParameters } from "./schema";

/** The URL in the form of a Location header, with the parameters behind those that it has. */
export function withParameters(text: string, parameters: LinkParameters): string {
  const url = new URL(text);
  if (parameters.length > 0) {
    // URLSearchParams of the whole would write the destination's own query anew, and some sites mind.
    const added = new URLSearchParams(parameters.map(({ name, value }) => [name, value])).toString();
    url.search = url.search.length > 1 ? `${url.search}&${added}` : added;
  }
  return url.href;
}
