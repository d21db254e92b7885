"use client";

import { useEffect } from "react";

/**
 * Redirects from an operation's old address, when the reference was one page, to its present one. Without scripts, the
 * link to it is shown.
 */
export function RedirectOldAnchor() {
  useEffect(() => {
    const target = document.getElementById(location.hash.slice(1));
    if (target instanceof HTMLAnchorElement) location.replace(target.href);
  }, []);
  return null;
}
