"use client";

import { useEffect } from "react";

/** Leads from an operation's address of when the reference was one page to where it is now. Without scripts, its link is there. */
export function LeadOn() {
  useEffect(() => {
    const target = document.getElementById(location.hash.slice(1));
    if (target instanceof HTMLAnchorElement) location.replace(target.href);
  }, []);
  return null;
}
