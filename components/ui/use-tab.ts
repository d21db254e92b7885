import { useState } from "react";

/** Which of an editor's tabs is shown. Its address names it, unless it is the `first`. */
export function useTab<Name extends string>(first: Name, asked: Name) {
  const [shown, setShown] = useState(asked);
  const show = (name: Name) => {
    setShown(name);
    // Nothing is loaded anew, and what is typed stays.
    window.history.replaceState(null, "", name === first ? location.pathname : `?tab=${name}`);
  };
  /** Brings the first of these into view, where none of them is. */
  const showOneOf = (names: Name[]) => {
    if (names[0] && !names.includes(shown)) show(names[0]);
  };
  return { shown, show, showOneOf };
}
