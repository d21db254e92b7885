/**
 * Returns an SQL expression for the number of links with a tag, archived ones included. Triggers count them
 * (prisma/sql/links.sql).
 */
export const taggedLinks = (tag: string) =>
  `(SELECT coalesce(sum(links), 0)::int FROM tag_counts WHERE tag_id = ${tag})`;
