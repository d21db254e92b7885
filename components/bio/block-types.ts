import {
  IconAddressBook,
  IconAlignLeft,
  IconHeading,
  IconLink,
  IconPhoto,
  IconPlayerPlay,
  IconShare,
} from "@tabler/icons-react";
import type { Network } from "@/lib/resources/bio-pages/blocks";
import { networkNames } from "@/lib/resources/bio-pages/network-names";
import type { BlockForm, BlockType } from "./bio-form";

export const blockIcons: Record<BlockType, typeof IconLink> = {
  link: IconLink,
  heading: IconHeading,
  text: IconAlignLeft,
  image: IconPhoto,
  video: IconPlayerPlay,
  social: IconShare,
  contact: IconAddressBook,
};

/** A block's main text, which distinguishes it from others. Empty if it has none yet. */
export function summaryOf({ type, title, text, alt, url, name, icons }: Omit<BlockForm, "key" | "clicks">): string {
  switch (type) {
    case "link":
      return title || url;
    case "heading":
    case "text":
      return text;
    case "image":
      return alt || url;
    case "video":
      return url;
    case "social":
      return icons.map(({ network }) => networkNames[network as Network]).join(", ");
    case "contact":
      return name;
  }
}
