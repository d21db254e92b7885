/** Marks an element as belonging to a link, for the keys that act on a link. */
export const linkDataAttributes = ({ id, shortUrl }: { id: number; shortUrl: string }) => ({
  "data-link": id,
  "data-short-url": shortUrl,
});
