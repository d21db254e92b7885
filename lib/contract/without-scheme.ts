/** A URL as people say it: the scheme goes without saying. */
export const withoutScheme = (url: string) => url.replace(/^https?:\/\//i, "").replace(/^([^/]+)\/$/, "$1");
