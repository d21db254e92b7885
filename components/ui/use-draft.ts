import { createContext, use, useEffect, useRef, useState } from "react";
import { type Draft, dropDraft, keepDraft, keptDraft } from "./drafts";

/** Whose drafts these are: `<user>.<account>`. */
export const DraftOwner = createContext<string | null>(null);

interface DraftOptions {
  /** of what; none where nothing is kept */
  kind: string | undefined;
  /** what is typed by now, and was not there at first; empty where nothing is */
  typed: Record<string, unknown>;
  /** puts what was kept into the form */
  restore: (values: Record<string, unknown>) => void;
}

/** Keeps what is typed in the browser, and offers what was kept there before. */
export function useDraft({ kind, typed, restore }: DraftOptions) {
  const owner = use(DraftOwner);
  const key = kind && owner ? `${owner}:${kind}` : undefined;
  const [offered, setOffered] = useState<Draft>();
  const keeping = useRef(false);
  const text = JSON.stringify(typed);

  useEffect(() => {
    if (key) setOffered(keptDraft(key));
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
