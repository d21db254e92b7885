import { isReserved } from "@/lib/contract/reserved-aliases";
import { knownDomainOf } from "@/lib/resources/domains/resolve";
import { type Address, addressIn, isLinkCode } from "@/lib/resources/links/routing/address";
import { textAnswer } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { missing } from "@/lib/visits/pages/notices";
import { Outcome } from "./outcome";

const wrongMethod = textAnswer(405, "This address supports GET, HEAD and POST.", ["Allow", "GET, HEAD, POST"]);

/** Step 1: returns the alias or path that a request asks for. Null if it is not a short link's address. */
export function parseAddress(request: VisitRequest): Address | Outcome | null {
  const address = addressIn(request.url);
  if (address === undefined)
    return new Outcome("malformed", missing(knownDomainOf(request.headers.host ?? ""), request));
  if (address === null || isReserved(address.alias) || (address.path && isLinkCode(address.path))) return null;
  const { method } = request;
  if (method !== "GET" && method !== "HEAD" && method !== "POST") return new Outcome("wrong_method", wrongMethod);
  return address;
}
