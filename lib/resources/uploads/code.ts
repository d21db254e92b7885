import { baseUrl } from "@/lib/platform/env";

// This file is separate from the code that stores images, because visits need only this.

export const pathOfUpload = (code: string) => `/uploads/${code}`;

/** Returns the code in the path or the full address of an upload; null if it is something else. */
export function uploadCode(address: string): string | null {
  const path = address.startsWith(`${baseUrl()}/`) ? address.slice(baseUrl().length) : address;
  return /^\/uploads\/([\da-f]{32})$/.exec(path)?.[1] ?? null;
}
