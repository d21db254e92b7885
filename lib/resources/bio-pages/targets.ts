import { createHash } from "node:crypto";
import type { Addresses } from "@/lib/platform/blocklist";
import type { BioBlock } from "./blocks";

/** Something in a block that can be clicked. It has an address of its own, `/b/<slug>/<key>`, where the click is counted. */
export interface Target {
  key: string;
  /** where it leads; null for a contact card, which is saved */
  url: string | null;
}

/**
 * The targets of each block. A key is made of what the target leads to: so it stays, and its clicks with it, when blocks
 * are put in another order or get other words.
 */
export function targetsOf(blocks: BioBlock[]): Target[][] {
  const met = new Map<string, number>();
  return blocks.map((block) =>
    urlsIn(block).map((url) => {
      const place = url ?? cardIn(block);
      const times = met.get(place) ?? 0;
      met.set(place, times + 1);
      return { url, key: createHash("sha256").update(`${times}\n${place}`).digest("base64url").slice(0, 8) };
    }),
  );
}

function cardIn({ from: _, until: __, ...card }: BioBlock): string {
  return JSON.stringify(card);
}

function urlsIn(block: BioBlock): (string | null)[] {
  switch (block.type) {
    case "link":
    case "video":
      return [block.url];
    case "image":
      return block.link ? [block.link] : [];
    case "social":
      return block.icons.map(({ url }) => url);
    case "contact":
      return block.website ? [null, block.website] : [null];
    default:
      return [];
  }
}

/** Where blocks lead, by the path of the field that says so. */
export const linksIn = (blocks: BioBlock[] = []): Addresses =>
  blocks.flatMap((block, index) => {
    const at = (field: string) => `blocks.${index}.${field}`;
    switch (block.type) {
      case "link":
      case "video":
        return [[at("url"), block.url]];
      case "image":
        return [[at("link"), block.link]];
      case "social":
        return block.icons.map(({ url }, icon) => [at(`icons.${icon}.url`), url]);
      case "contact":
        return [[at("website"), block.website]];
      default:
        return [];
    }
  });
