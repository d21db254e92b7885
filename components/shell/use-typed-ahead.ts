import { useCallback, useEffect, useRef } from "react";

const LONGEST_WAIT_MS = 5_000;

/**
 * Records what is typed from `begin` until `end`, which returns it. For a field that appears a moment later, when it
 * loads over the network for the first time. Nothing else receives these keys meanwhile.
 */
export function useTypedAhead() {
  const typing = useRef<{ text: string; stop: () => void } | null>(null);

  const end = useCallback((): string => {
    const text = typing.current?.text ?? "";
    typing.current?.stop();
    typing.current = null;
    return text;
  }, []);

  const begin = useCallback(() => {
    end();
    const kept = { text: "", stop: () => {} };
    const keep = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key.length === 1) kept.text += event.key;
      else if (event.key === "Backspace") kept.text = kept.text.slice(0, -1);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    const late = setTimeout(end, LONGEST_WAIT_MS);
    document.addEventListener("keydown", keep, true);
    kept.stop = () => {
      clearTimeout(late);
      document.removeEventListener("keydown", keep, true);
    };
    typing.current = kept;
  }, [end]);

  useEffect(() => () => void end(), [end]);
  return { begin, end };
}
