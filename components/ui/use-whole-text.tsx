import { useRef, useState } from "react";
import { LateTooltip } from "./late-tooltip";
import classes from "./whole-text.module.css";

/** Shows a truncated link's full text in a tooltip on hover or focus. */
export function useWholeText() {
  const ref = useRef<HTMLAnchorElement>(null);
  const [whole, setWhole] = useState<string | null>(null);
  const show = () => {
    const link = ref.current;
    if (link && link.scrollWidth > link.clientWidth) setWhole(link.textContent);
  };
  const hide = () => setWhole(null);
  const onKeyDown = (event: React.KeyboardEvent) => event.key === "Escape" && hide();
  return {
    properties: { ref, onMouseEnter: show, onFocus: show, onMouseLeave: hide, onBlur: hide, onKeyDown },
    tooltip: whole && (
      <LateTooltip target={ref} label={whole} opened multiline classNames={{ tooltip: classes.whole }} />
    ),
  };
}
