"use client";

import { useEffect, useRef, useState } from "react";

/** How far below the window it begins to load. */
const AHEAD = "200px";

/** Shows what is in it once it was near the window: what is far down a page is loaded for those alone who go there. */
export function OnceInView({ children }: { children: React.ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !place.current) return undefined;
    const watch = new IntersectionObserver((entries) => setSeen(entries.some(({ isIntersecting }) => isIntersecting)), {
      rootMargin: AHEAD,
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [seen]);
  return <div ref={place}>{seen && children}</div>;
}
