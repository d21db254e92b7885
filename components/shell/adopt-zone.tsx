"use client";

import { useEffect } from "react";
import { adoptZone } from "@/lib/http/choose-zone";

/** Stores the browser's time zone in the account of someone who has just logged in for the first time. */
export function AdoptZone() {
  useEffect(() => {
    // A failure is harmless: the account counts in UTC, as it does without JavaScript.
    adoptZone(Intl.DateTimeFormat().resolvedOptions().timeZone).catch(() => undefined);
  }, []);
  return null;
}
