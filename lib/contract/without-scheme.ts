import { readableUrl } from "./readable-url";

/** Returns a URL without its scheme, as people read it. */
export const withoutScheme = (url: string) =>
  readableUrl(url)
    .replace(/^https?:\/\//i, "")
    .replace(/^([^/]+)\/$/, "$1");
