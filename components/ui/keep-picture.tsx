"use client";

import { createContext, use } from "react";
import type { ActionResult } from "@/lib/contract/action-result";

/** Stores an image, from a file or a URL, in the account's uploads. Returns its absolute URL. */
type KeepPicture = (picture: File | string) => Promise<ActionResult<string>>;

const Keeping = createContext<KeepPicture | null>(null);

/** Lets image fields below it upload files. */
export const KeepPictureProvider = ({ keep, children }: { keep: KeepPicture; children: React.ReactNode }) => (
  <Keeping value={keep}>{children}</Keeping>
);

export function useKeepPicture(): KeepPicture {
  const keep = use(Keeping);
  if (!keep) throw new Error("There is no KeepPictureProvider above.");
  return keep;
}
