/** A page of an item that was opened in this browser. */
interface Recent {
  href: string;
  title: string;
}

const MOST = 6;
/** Longer titles are cut. */
const MOST_CHARACTERS = 120;

const keyOf = (user: number) => `signpost-recent:${user}`;

/** The pages of items that were opened last, the newest first. */
export function readRecent(user: number): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(user)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MOST) : [];
  } catch {
    // Storage may be turned off or full.
    return [];
  }
}

const isRecent = (value: Partial<Recent> | null): value is Recent =>
  typeof value?.title === "string" && itemPage(value.href ?? "") === value.href;

/** Adds the page if it is that of an item, such as a link. `title` is the document's. */
export function keepRecent(user: number, path: string, title: string): void {
  const href = itemPage(path);
  const name = title.split(" · ")[0]?.slice(0, MOST_CHARACTERS);
  if (!href || !name) return;
  const recent = readRecent(user);
  const others = recent.filter((one) => one.href !== href);
  // A page below that of the item, such as its editor, has another title.
  const known = href === path ? name : recent.find((one) => one.href === href)?.title;
  if (known === undefined) return;
  try {
    localStorage.setItem(keyOf(user), JSON.stringify([{ href, title: known }, ...others].slice(0, MOST)));
  } catch {
    // As above.
  }
}

export function dropRecent(user: number): void {
  try {
    localStorage.removeItem(keyOf(user));
  } catch {
    // As above.
  }
}

/** `/dashboard/links/12` for this page and those below it; undefined for other pages. */
const itemPage = (path: string) =>
  /^\/dashboard\/(?:links|campaigns|bio|qr-codes|overlays)\/\d+(?=\/|$)/.exec(path)?.[0];
