import dynamic from "next/dynamic";
import { useState } from "react";
import { retryImport } from "./retry-import";

/** Mantine's tooltip, loaded when the first one is shown. For tooltips with `target` and `opened`. */
export const LateTooltip = dynamic(() => retryImport(() => import("./tooltip").then((module) => module.Tooltip)), {
  ssr: false,
});

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
