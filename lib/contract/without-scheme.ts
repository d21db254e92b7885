/** Returns a URL without its scheme, as people read it. */
export const withoutScheme = (url: string) => url.replace(/^https?:\/\//i, "").replace(/^([^/]+)\/$/, "$1");
