/** The cookie with the groups of the navigation that are closed, so that the server renders them closed. */
export const groupsCookie = "navigation";

const SEPARATOR = ".";
const YEAR_SECONDS = 365 * 86_400;

export const closedGroups = (cookie = ""): string[] => cookie.split(SEPARATOR).filter(Boolean);

/** Remembers in this browser which groups are closed. */
export function keepClosedGroups(closed: string[]): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the alternative, cookieStore, needs a secure origin
  document.cookie = `${groupsCookie}=${closed.join(SEPARATOR)}; path=/dashboard; max-age=${YEAR_SECONDS}; samesite=lax`;
}
