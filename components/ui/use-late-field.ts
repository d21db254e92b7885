import { type ComponentType, type RefCallback, type RefObject, useRef, useState } from "react";
import { retryImport } from "./retry-import";

interface LoadedField<Props> {
  Field: ComponentType<Props>;
  ref: RefCallback<HTMLInputElement>;
}

/**
 * Loads a field whose code is large when the field gets the focus. Until it is loaded, show a plain input with the
 * properties `input`. Then show `loaded.Field` with `loaded.ref`: it takes over the focus and the selected text.
 */
export function useLateField<Props>(load: () => Promise<ComponentType<Props>>) {
  const [loaded, setLoaded] = useState<LoadedField<Props>>();
  const input = useRef<HTMLInputElement>(null);
  const wanted = useRef(false);
  const onFocus = async () => {
    if (wanted.current) return;
    wanted.current = true;
    const Field = await retryImport(load);
    setLoaded({ Field, ref: focusLike(input) });
  };
  return { loaded, input: { ref: input, onFocus } };
}

/** Returns a ref that focuses its first element if `before` has the focus now. */
function focusLike({ current: before }: RefObject<HTMLInputElement | null>): RefCallback<HTMLInputElement> {
  let left = document.activeElement === before ? before : null;
  return (after) => {
    if (!after || !left) return;
    const { selectionStart, selectionEnd } = left;
    left = null;
    after.focus({ preventScroll: true });
    after.setSelectionRange(selectionStart, selectionEnd);
  };
}
