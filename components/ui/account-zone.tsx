"use client";

import { createContext, use } from "react";

const Zone = createContext<string | null>(null);

/** Provides the account's time zone, or null if none was chosen. */
export function AccountZone({ zone, children }: { zone: string | null; children: React.ReactNode }) {
  return <Zone value={zone}>{children}</Zone>;
}

/** The account's time zone, or undefined if the browser's own applies. */
export const useAccountZone = (): string | undefined => use(Zone) ?? undefined;
