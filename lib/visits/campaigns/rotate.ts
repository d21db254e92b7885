import { placeOf } from "@/lib/resources/links/routing/split";
import type { RotatorLink } from "./cache";

/**
 * Returns the links in the order in which a visitor should get them: the first one that is still active. Uses
 * rendezvous hashing: each link's place depends only on the visitor, the link and its weight. So visitors get the same
 * link again without a cookie, shares follow the weights, and a link that ends only moves its own visitors.
 */
export function rankLinksFor(visitor: string, links: RotatorLink[]): RotatorLink[] {
  return links
    .map((link) => ({ link, score: link.weight / -Math.log(1 - placeOf(visitor, `rotator ${link.id}`)) }))
    .sort((a, b) => b.score - a.score || a.link.id - b.link.id)
    .map(({ link }) => link);
}
