import { placeOf } from "@/lib/visits/links/split";
import type { RotatorLink } from "./cache";

/**
 * The links in the order in which a visitor is to be sent to them: the first that still leads somewhere. Rendezvous
 * hashing: each link's place depends on the visitor, the link and its weight alone. So visitors come back to the same
 * link without a cookie, shares follow the weights, and a link that ends moves nobody but its own visitors.
 */
export function orderFor(visitor: string, links: RotatorLink[]): RotatorLink[] {
  return links
    .map((link) => ({ link, score: link.weight / -Math.log(1 - placeOf(visitor, `rotator ${link.id}`)) }))
    .sort((a, b) => b.score - a.score || a.link.id - b.link.id)
    .map(({ link }) => link);
}
