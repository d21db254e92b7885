import { isAlias } from "@/lib/contract/alias";

/** What a short link's address asks for. */
export interface Address {
  alias: string;
  /** `<alias>+`: what is asked for is the page about the link */
  about: boolean;
}

/** The alias that a request's address consists of, null where it is something else, undefined where it is malformed. */
export function addressIn(url: string): Address | null | undefined {
  const end = url.indexOf("?");
  const part = end === -1 ? url.slice(1) : url.slice(1, end);
  try {
    const text = part.includes("%") ? decodeURIComponent(part) : part;
    const about = text.endsWith("+");
    const alias = about ? text.slice(0, -1) : text;
    return isAlias(alias) ? { alias, about } : null;
  } catch {
    return undefined;
  }
}
