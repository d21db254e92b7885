import {
  IconAddressBook,
  IconAlignLeft,
  IconHeading,
  IconLink,
  IconPhoto,
  IconPlayerPlay,
  IconShare,
} from "@tabler/icons-react";
import type { PaletteForm } from "@/components/ui/palette-fields";
import { refusedTabs } from "@/components/ui/refused-tabs";
import type { Fields } from "@/components/ui/use-editor";
import type { FieldErrors } from "@/lib/contract/action-result";
import type { BioBlock, Network } from "@/lib/resources/bio-pages/blocks";
import { networkNames } from "@/lib/resources/bio-pages/network-names";
import type { BioDetails } from "@/lib/resources/bio-pages/schema";

export type BlockType = BioBlock["type"];

/** A block with the fields of all types. Only the fields of its type are shown. Empty text means not set. */
export interface BlockForm {
  type: BlockType;
  /** Identifies the block when it moves. */
  key: string;
  /** Clicks so far. */
  clicks: number;
  title: string;
  text: string;
  url: string;
  alt: string;
  link: string;
  icons: { network: string; url: string }[];
  name: string;
  organization: string;
  phone: string;
  email: string;
  website: string;
  /** Timestamps between which it is visible. */
  from: string;
  until: string;
}

export interface ThemeForm extends PaletteForm {
  backgroundto: string;
  picture: string;
  font: string;
  corners: string;
}

/** The editor's form, with the API's field names. */
export interface BioForm {
  name: string;
  slug: string;
  description: string;
  avatar: string;
  blocks: BlockForm[];
  theme: ThemeForm;
  metatitle: string;
  metadescription: string;
  metaimage: string;
  pixels: string[];
}

export type BioFields = Fields<BioForm>;

/** The values that a block of a type starts with. */
export const emptyBlock = (type: BlockType, key: string): BlockForm => ({
  type,
  key,
  clicks: 0,
  title: "",
  text: "",
  url: "",
  alt: "",
  link: "",
  icons: type === "social" ? [{ network: "instagram", url: "" }] : [],
  name: "",
  organization: "",
  phone: "",
  email: "",
  website: "",
  from: "",
  until: "",
});

const noTheme: ThemeForm = {
  ...{ background: "", backgroundto: "", picture: "", text: "", button: "", buttontext: "" },
  ...{ font: "", corners: "" },
};

export const emptyBio: BioForm = {
  name: "",
  slug: "",
  description: "",
  avatar: "",
  blocks: [],
  theme: noTheme,
  metatitle: "",
  metadescription: "",
  metaimage: "",
  pixels: [],
};

export const bioForm = (page: BioDetails): BioForm => ({
  name: page.name,
  slug: page.slug,
  description: page.description,
  avatar: page.avatar ?? "",
  blocks: page.blocks.map((block, index) => ({
    ...emptyBlock(block.type, String(index)),
    ...block,
    clicks: page.blockclicks[index] ?? 0,
  })),
  theme: { ...noTheme, ...page.theme },
  metatitle: page.metatitle ?? "",
  metadescription: page.metadescription ?? "",
  metaimage: page.metaimage ?? "",
  pixels: page.pixels.map(String),
});

/** Suggests an address for a name. */
export const slugOf = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{Nd}_]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 64);

const tabs = ["content", "look", "sharing"] as const;
type Tab = (typeof tabs)[number];

const tabOfField: Record<keyof BioForm, Tab> = {
  name: "content",
  slug: "content",
  description: "content",
  avatar: "content",
  blocks: "content",
  theme: "look",
  metatitle: "sharing",
  metadescription: "sharing",
  metaimage: "sharing",
  pixels: "sharing",
};

export const tabsWith = (errors: FieldErrors) => refusedTabs(tabs, tabOfField, errors);

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
