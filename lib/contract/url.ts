/**
 * The URL that a text is (seen from `base`), or null. Instead of `URL.canParse`, which in Node 20, once it is called
 * often, takes letters such as `é` for broken UTF-8 and says no.
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
