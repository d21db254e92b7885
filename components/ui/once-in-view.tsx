"use client";

import { useEffect, useRef, useState } from "react";

/** Loading starts this far below the window. */
const AHEAD = "200px";

/** Renders its children once they are near the window, so that parts far down load only on demand. */
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
