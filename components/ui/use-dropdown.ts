import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from "react";

/**
 * Returns the props of a `<details>` that opens without scripts. It closes after a choice, with Escape and if something
 * else is clicked.
 */
export function useDropdown() {
  const ref = useRef<HTMLDetailsElement>(null);
  const closeAndStay = () => {
    if (ref.current) ref.current.open = false;
    ref.current?.querySelector("summary")?.focus();
  };
  useEffect(() => {
    const closeFromOutside = ({ target }: Event) => {
      if (ref.current && !ref.current.contains(target as Node)) ref.current.open = false;
    };
    document.addEventListener("pointerdown", closeFromOutside);
    return () => document.removeEventListener("pointerdown", closeFromOutside);
  }, []);
  return {
    ref,
    onClick: ({ target }: MouseEvent) => {
      if ((target as Element).closest("a")) closeAndStay();
    },
    onSubmit: closeAndStay,
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === "Escape") closeAndStay();
    },
  };
}
