import { baseUrl } from "@/lib/platform/env";

// Apart from what keeps pictures: visits need no more than this.

/** Where the upload under this code is. */
export const pathOfUpload = (code: string) => `/uploads/${code}`;

/** The code in the path, or the whole address, of an upload; null where it is something else. */
export function uploadCode(address: string): string | null {
  const path = address.startsWith(`${baseUrl()}/`) ? address.slice(baseUrl().length) : address;
  return /^\/uploads\/([\da-f]{32})$/.exec(path)?.[1] ?? null;
}
