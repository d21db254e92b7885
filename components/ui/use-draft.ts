import { createContext, use, useEffect, useRef, useState } from "react";
import { type Draft, dropDraft, keepDraft, readDraft } from "./drafts";

/** The owner of the drafts: `<user>.<account>`. */
export const DraftOwner = createContext<string | null>(null);

interface DraftOptions {
  /** The kind of thing that the draft is for. Undefined turns drafts off. */
  kind: string | undefined;
  /** The changed values. Empty if nothing changed. */
  typed: Record<string, unknown>;
  /** Puts a stored draft into the form. */
  restore: (values: Record<string, unknown>) => void;
}

/** Stores unsaved input in the browser and offers the last stored draft. */
export function useDraft({ kind, typed, restore }: DraftOptions) {
  const owner = use(DraftOwner);
  const key = kind && owner ? `${owner}:${kind}` : undefined;
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
