"use client";

import { createContext, use } from "react";
import type { ActionResult } from "@/lib/contract/action-result";
import type { CropArea } from "@/lib/drawing/crop-area";

/** Stores an image, from a file or a URL, in the account's uploads. Returns its absolute URL. */
type KeepPicture = (picture: File | string) => Promise<ActionResult<string>>;

/** Stores an area of an upload as another upload. Returns its absolute URL. */
type CropPicture = (input: CropArea & { picture: string }) => Promise<ActionResult<string>>;

interface PictureActions {
  keep: KeepPicture;
  crop: CropPicture;
}

const Keeping = createContext<PictureActions | null>(null);

/** Lets image fields below it upload files. */
export const KeepPictureProvider = ({ keep, crop, children }: PictureActions & { children: React.ReactNode }) => (
  <Keeping value={{ keep, crop }}>{children}</Keeping>
);

export function usePictureActions(): PictureActions {
  const actions = use(Keeping);
  if (!actions) throw new Error("There is no KeepPictureProvider above.");
  return actions;
}
