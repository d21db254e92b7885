import { isReserved } from "@/lib/contract/alias";

/** Whether an address is answered by a route of app/(visit), and not by a page of the service itself. */
export function isVisitPath(path: string): boolean {
  const [, first = "", ...deeper] = path.split("/");
  return deeper.length > 0 ? /^(q|qr|r|u|b)$/.test(first) : first !== "" && !isReserved(first);
}
