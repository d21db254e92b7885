"use client";

import { createContext, use } from "react";
import type { ActionResult } from "@/lib/contract/action-result";

/** Keeps a picture, from a file or from its address, among the account's uploads; its whole address there. */
type KeepPicture = (picture: File | string) => Promise<ActionResult<string>>;

const Keeping = createContext<KeepPicture | null>(null);

/** Lets the fields below upload pictures. */
export const KeepPictureProvider = ({ keep, children }: { keep: KeepPicture; children: React.ReactNode }) => (
  <Keeping value={keep}>{children}</Keeping>
);

export function useKeepPicture(): KeepPicture {
  const keep = use(Keeping);
  if (!keep) throw new Error("There is no KeepPictureProvider above.");
  return keep;
}
