/** What was typed of something new, and when. */
export interface Draft {
  at: number;
  values: Record<string, unknown>;
}

const prefix = "signpost-draft:";
/** A browser keeps this many, of this many characters each, for so long. */
const maxDrafts = 20;
const maxCharacters = 100_000;
const maxAgeMs = 30 * 86_400_000;

/** Never kept: whoever uses the browser next could read it. */
const isSecret = (name: string) => /pass|secret|token/i.test(name);

/** A browser that keeps nothing, or has no room, is no reason to stop typing. */
function withStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(localStorage);
  } catch {
    return undefined;
  }
}

export function keepDraft(key: string, values: Record<string, unknown>): void {
  const kept = JSON.stringify(values, (name, value) => (isSecret(name) ? undefined : value));
  if (kept === "{}") {
    dropDraft(key);
    return;
  }
  if (kept.length > maxCharacters) return;
  const text = `{"at":${Date.now()},"values":${kept}}`;
  withStorage((storage) => {
    storage.setItem(prefix + key, text);
    const drafts = keysIn(storage).map((name) => ({ name, at: parsed(storage.getItem(name))?.at ?? 0 }));
    for (const { name } of drafts.sort((a, b) => b.at - a.at).slice(maxDrafts)) storage.removeItem(name);
  });
}

export function keptDraft(key: string, now = Date.now()): Draft | undefined {
  const draft = withStorage((storage) => parsed(storage.getItem(prefix + key)));
  if (draft && now - draft.at < maxAgeMs) return draft;
  dropDraft(key);
  return undefined;
}

export const dropDraft = (key: string) => withStorage((storage) => storage.removeItem(prefix + key));

/** Forgets those of somebody who logs out. */
export function dropDraftsOf(user: number): void {
  withStorage((storage) => {
    for (const name of keysIn(storage)) if (name.startsWith(`${prefix}${user}.`)) storage.removeItem(name);
  });
}

const keysIn = (storage: Storage) => Object.keys(storage).filter((name) => name.startsWith(prefix));

function parsed(text: string | null): Draft | undefined {
  try {
    const { at, values } = JSON.parse(text ?? "") as Partial<Draft>;
    return typeof at === "number" && isObject(values) ? { at, values } : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A form with what was kept of it. What has another shape by now, or was never kept, stays as it is. */
export function withKept<Form extends object>(form: Form, kept: Record<string, unknown>): Form {
  const values = Object.entries(form).map(([key, present]) => {
    const value = kept[key];
    if (isObject(present)) return [key, isObject(value) ? withKept(present, value) : present];
    const fits = typeof value === typeof present && Array.isArray(value) === Array.isArray(present);
    return [key, fits ? value : present];
  });
  return Object.fromEntries(values) as Form;
}
