import { isAlias, isReserved } from "@/lib/contract/alias";
import { isAppLinks } from "./app-links";

/** Whether an address is answered by a route of app/(visit), and not by a page of the service itself. */
export function isVisitPath(path: string): boolean {
  if (isAppLinks(path)) return true;
  const [, first = "", ...deeper] = path.split("/");
  if (deeper.length === 0) return first !== "" && !isReserved(first);
  return /^(q|qr|r|u|b)$/.test(first) || isLink(first);
}

function isLink(first: string): boolean {
  try {
    const alias = decodeURIComponent(first);
    return isAlias(alias) && !isReserved(alias);
  } catch {
    return false;
  }
}
