import { useState } from "react";

/** Returns whether the pointer or the keyboard's focus is on an element that has the properties `pointer` and `focus`. */
export function useNear() {
  const [near, setNear] = useState(false);
  return {
    near,
    pointer: { onMouseEnter: () => setNear(true), onMouseLeave: () => setNear(false) },
    focus: {
      onFocus: (event: React.FocusEvent) => event.currentTarget.matches(":focus-visible") && setNear(true),
      onBlur: () => setNear(false),
    },
  };
}
