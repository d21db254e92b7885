import { createHash } from "node:crypto";
import type { Addresses } from "@/lib/platform/network/blocklist";
import type { BioBlock } from "./blocks";

/** Something in a block that visitors can click. Its own address, `/b/<slug>/<key>`, counts the click. */
export interface Target {
  key: string;
  /** the destination; null for a contact card, which is downloaded */
  url: string | null;
}

/**
 * Returns the targets of each block. A key is derived from the target's destination, so it keeps its clicks when blocks
 * are reordered or reworded.
 */
export function listTargets(blocks: BioBlock[]): Target[][] {
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

/** The destinations in blocks, by the path of their field. */
export const findBioLinks = (blocks: BioBlock[] = []): Addresses =>
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
