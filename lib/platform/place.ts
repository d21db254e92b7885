/** The parts of `s3://bucket/prefix`; null if the text has another form. */
export function parsePlace(place: string): { bucket: string; prefix: string } | null {
  const [, bucket, path = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([^?#]*))?$/.exec(place) ?? [];
  if (bucket === undefined) return null;
  const prefix = path.split("/").filter(Boolean).join("/");
  return { bucket, prefix: prefix && `${prefix}/` };
}

/**
 * Returns whether a text names a file or folder. Only shells expand `~`, and an address such as `s3:/bucket` would
 * become a folder with that name.
 */
export const isPath = (text: string): boolean => !/^(?:~|[a-z][\w+.-]+:)/i.test(text);

/** Writes the scheme of an address in small letters, as all libraries expect it. */
export const withSmallScheme = (address: string): string =>
  address.trim().replace(/^[a-z][\w+.-]*:/i, (scheme) => scheme.toLowerCase());
