import type { z } from "zod";
import type { Channel } from "@/generated/prisma/client";
import { formatDate } from "@/lib/contract/timestamp";
import { baseUrl } from "@/lib/platform/env";
import { bioUrlOf } from "@/lib/resources/bio-pages/presenter";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import type { channelEntry, channelItem } from "./schema";
import type { ChannelItemWithRelations } from "./service";

export function presentChannel({ id, name, description, color, starred }: Channel): z.infer<typeof channelItem> {
  return { id, name, description, color, starred };
}

export function presentChannelItem(item: ChannelItemWithRelations): z.infer<typeof channelEntry> {
  const date = formatDate(item.createdAt);
  const { link, bioPage, qrCode } = item;
  if (link) {
    const { id, alias, metaTitle, metaImage } = link;
    const preview = metaImage ?? baseUrl() + tilePath("links", id);
    return { type: "links", id, title: link.title || metaTitle || alias, preview, link: shortUrlOf(link), date };
  }
  if (bioPage) {
    const { id, name } = bioPage;
    return { type: "bio", id, title: name, preview: baseUrl() + tilePath("bio", id), link: bioUrlOf(bioPage), date };
  }
  if (qrCode) {
    const picture = `${baseUrl()}/qr/${qrCode.code}`;
    return { type: "qr", id: qrCode.id, title: qrCode.name, preview: picture, link: picture, date };
  }
  // A constraint of the database makes sure that an item has one of the three.
  throw new Error(`The channel item ${item.id} is empty.`);
}

/** The path of the picture that app/images draws. */
export const tilePath = (type: "links" | "bio", id: number) => `/images/${type}/${id}.svg`;
