/** Codes that mean the same language as another one, by which it is known here. Some systems still send the old ones. */
const sameAs: Record<string, string> = { iw: "he", in: "id", ji: "yi", jw: "jv", mo: "ro", sh: "sr", fil: "tl" };

/** The one code by which a language is known. */
export const currentCode = (code: string): string => (Object.hasOwn(sameAs, code) ? (sameAs[code] as string) : code);

const norwegian = ["nb", "nn"];

/** Whether a visitor's language is one that is wanted. `no` is Norwegian in both of its forms, and either form is `no`. */
export function meetsLanguage(wanted: string, found: string): boolean {
  if (wanted === found) return true;
  return (wanted === "no" && norwegian.includes(found)) || (found === "no" && norwegian.includes(wanted));
}
