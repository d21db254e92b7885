/**
 * The times of the last change that a save accepts, as in an `If-Match` header. If the stored time is another one, the
 * resource was changed after it was read, and the save is refused. Undefined accepts any.
 */
export type Versions = Date[] | undefined;

/** A stored thing's time of the last change as an `ETag`. */
export const etagOf = (updatedAt: Date): string => `"${updatedAt.toISOString()}"`;

const etag = /^(?:W\/)?"([^"]*)"$/;

/**
 * Reads an `If-Match` header. An ETag of another service matches nothing. `W/` is accepted, because proxies that
 * compress responses add it, and the time still means the same.
 */
export function parseVersions(header: string | null): Versions {
  if (header === null || header.trim() === "*") return undefined;
  return header.split(",").flatMap((one) => versionOf(etag.exec(one.trim())?.[1] ?? ""));
}

/** Reads the version that an editor was opened with. The callers of its actions can send anything instead. */
export const editedVersion = (sent: unknown): Versions => versionOf(typeof sent === "string" ? sent : "");

function versionOf(text: string): Date[] {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? [] : [time];
}

/** Returns the condition that a row still has one of these versions. */
export const unchangedSince = (versions: Versions) => (versions ? { updatedAt: { in: versions } } : {});
