import { createContext, use, useEffect, useRef, useState } from "react";

/** Unsaved input and the time it was stored. */
export interface Draft {
  at: number;
  values: Record<string, unknown>;
}

const prefix = "signpost-draft:";
/** Limits of the drafts in one browser: their number, their size and their age. */
const maxDrafts = 20;
const maxCharacters = 100_000;
const maxAgeMs = 30 * 86_400_000;

/** Secrets are never stored, because the next user of the browser could read them. */
const isSecret = (name: string) => /pass|secret|token/i.test(name);

/** Ignores failures: storage may be turned off or full, and drafts are optional. */
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

export function readDraft(key: string, now = Date.now()): Draft | undefined {
  const draft = withStorage((storage) => parsed(storage.getItem(prefix + key)));
  if (draft && now - draft.at < maxAgeMs) return draft;
  dropDraft(key);
  return undefined;
}

export const dropDraft = (key: string) => withStorage((storage) => storage.removeItem(prefix + key));

/** Deletes a user's drafts at log-out. */
export function dropUserDrafts(user: number): void {
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

/** Returns the form with a draft's values. Values whose type no longer fits are ignored. */
export function withKept<Form extends object>(form: Form, kept: Record<string, unknown>): Form {
  const values = Object.entries(form).map(([key, present]) => {
    const value = kept[key];
    if (isObject(present)) return [key, isObject(value) ? withKept(present, value) : present];
    const fits = typeof value === typeof present && Array.isArray(value) === Array.isArray(present);
    return [key, fits ? value : present];
  });
  return Object.fromEntries(values) as Form;
}

/** The owner of the drafts: `<user>.<account>`. */
export const DraftOwner = createContext<string | null>(null);

interface DraftOptions {
  /** The kind of the new thing that the draft is for, or the page of the changed one. */
  kind: string;
  /** The changed values. Empty if nothing changed. */
  typed: Record<string, unknown>;
  /** Puts a stored draft into the form. */
  restore: (values: Record<string, unknown>) => void;
}

/** Stores unsaved input in the browser and offers the last stored draft. */
export function useDraft({ kind, typed, restore }: DraftOptions) {
  const owner = use(DraftOwner);
  const key = owner ? `${owner}:${kind}` : undefined;
  const [offered, setOffered] = useState<Draft>();
  const keeping = useRef(false);
  const text = JSON.stringify(typed);

  useEffect(() => {
    if (key) setOffered(readDraft(key));
  }, [key]);

  useEffect(() => {
    if (!key) return;
    const isTyped = text !== "{}";
    if (isTyped) keepDraft(key, JSON.parse(text));
    else if (keeping.current) dropDraft(key);
    keeping.current = isTyped;
  }, [key, text]);

  const drop = () => {
    if (key) dropDraft(key);
    keeping.current = false;
    setOffered(undefined);
  };
  return {
    offered,
    drop,
    restore: () => {
      if (offered) restore(offered.values);
      setOffered(undefined);
    },
  };
}
