import { color, flag, id, name, optional } from "@/lib/contract/fields";
import { messageResult, operation, resourceOperations } from "@/lib/contract/operation";
import { pageQuery, pageResult } from "@/lib/contract/pagination";
import { z } from "@/lib/contract/zod";

export const defaultColor = "#5C7CFA";

/** The kinds of things a channel holds, as in paths and answers. */
export const channelItemType = z.enum(["links", "bio", "qr"]);
export type ChannelItemType = z.infer<typeof channelItemType>;

const description = z.string().max(1000);

const extras = {
  description: optional(description).describe("Your own note."),
  color: optional(color()).describe(`The color of its badge. Default: ${defaultColor}.`),
  starred: optional(flag()).describe("Whether it is one of your favorites."),
};

export const createChannelBody = z
  .object({ name: name(), ...extras })
  .meta({ example: { name: "Newsletter", description: "Sent on Mondays", color: "#12B886", starred: true } });

export const updateChannelBody = z.object({ name: optional(name()), ...extras }).meta({ example: { starred: false } });

export type CreateChannel = z.infer<typeof createChannelBody>;
export type UpdateChannel = z.infer<typeof updateChannelBody>;

export const channelItem = z
  .object({
    id: id(),
    name: name().meta({ example: "Newsletter" }),
    description: description.meta({ example: "Sent on Mondays" }),
    color: color(),
    starred: z.boolean(),
  })
  .meta({ id: "Channel" });

const channelList = pageResult("channels", channelItem);

const url = (example: string) => z.string().meta({ format: "uri", example });

/** One item of a channel. */
export const channelEntry = z
  .object({
    type: channelItemType,
    id: id().describe("Its ID within its type."),
    title: z.string().meta({ example: "Spring sale" }),
    preview: url("https://go.example.com/images/links/7.svg").describe("An image of the item."),
    link: url("https://go.example.com/spring-sale").describe("Its public address."),
    date: z
      .string()
      .describe("The day on which it was added to the channel (UTC).")
      .meta({ format: "date", example: "2027-01-31" }),
  })
  .meta({ id: "ChannelItem" });

const channelEntryList = pageResult("items", channelEntry);

const { write, params, list, show, add, change, remove } = resourceOperations({
  tag: "Channels",
  one: "a channel",
  path: "/api/channel",
  permission: "channels",
  idIs: "The ID of the channel.",
});

export const listChannels = list({ path: "/api/channels", summary: "List your channels", result: channelList });

export const showChannel = {
  ...show({
    summary: "List what is in a channel",
    description: "Links, bio pages and QR codes in one list, last added first.",
    result: channelEntryList,
  }),
  query: pageQuery,
};

export const addChannel = add({ body: createChannelBody, result: channelItem });

export const assignChannel = operation({
  ...write,
  method: "POST",
  path: "/api/channel/{id}/assign/{type}/{itemid}",
  summary: "Add an item to a channel",
  description: "Items that are already in the channel stay. An item can be in many channels.",
  params: params.extend({
    type: channelItemType.describe("The type of the item: a link, a bio page or a QR code."),
    itemid: id().describe("Its ID within its type."),
  }),
  result: messageResult,
});

export const changeChannel = change({
  description: "Fields that you do not send stay as they are.",
  body: updateChannelBody,
});

export const removeChannel = remove({ description: "The items in it are kept." });
