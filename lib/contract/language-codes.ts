/** Codes with the same meaning as the code that this service uses. Some systems still send the old ones. */
const sameAs: Record<string, string> = { iw: "he", in: "id", ji: "yi", jw: "jv", mo: "ro", sh: "sr", fil: "tl" };

/** Returns the code that this service uses for a language. */
export const currentCode = (code: string): string => (Object.hasOwn(sameAs, code) ? (sameAs[code] as string) : code);

const norwegian = ["nb", "nn"];

/**
 * Returns whether a visitor's language matches a wanted one. `no` is Norwegian in both of its forms, and either form
 * matches `no`.
 */
export function meetsLanguage(wanted: string, found: string): boolean {
  if (wanted === found) return true;
  return (wanted === "no" && norwegian.includes(found)) || (found === "no" && norwegian.includes(wanted));
}
