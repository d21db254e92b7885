"use client";

import { createContext, use } from "react";

const Zone = createContext<string | null>(null);

/** Says in which time zone the account's dates are told; null where nobody has chosen one. */
export function AccountZone({ zone, children }: { zone: string | null; children: React.ReactNode }) {
  return <Zone value={zone}>{children}</Zone>;
}

/** The account's time zone; undefined where nobody has chosen one, and the browser's own is meant. */
export const useAccountZone = (): string | undefined => use(Zone) ?? undefined;
