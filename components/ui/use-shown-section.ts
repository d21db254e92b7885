import { type RefObject, useEffect, useState } from "react";

/** The section in view: the last one whose start was scrolled into view, or the last one at the page's end. */
export function useShownSection<Name extends string>(root: RefObject<HTMLElement | null>, names: readonly Name[]) {
  const [shown, setShown] = useState(names[0]);
  const all = names.join();

  useEffect(() => {
    const sections = [...(root.current?.querySelectorAll<HTMLElement>("[data-section]") ?? [])];
    const look = () => {
      const isEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const begun = sections.filter((section) => section.getBoundingClientRect().top < window.innerHeight * 0.4);
      const last = isEnd && window.scrollY > 0 ? sections.at(-1) : (begun.at(-1) ?? sections[0]);
      setShown(all.split(",").find((name) => name === last?.dataset.section) as Name);
    };
    // Old addresses have a `tab` parameter.
    const requested = new URLSearchParams(location.search).get("tab");
    sections.find((section) => section.dataset.section === requested)?.scrollIntoView();
    look();
    const stop = new AbortController();
    for (const event of ["scroll", "resize"])
      window.addEventListener(event, look, { passive: true, signal: stop.signal });
    return () => stop.abort();
  }, [root, all]);

  return shown;
}
