import { id } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/pagination";
import { resourceOperations } from "@/lib/contract/resource-operations";
import { messageResult } from "@/lib/contract/result";
import {
  channelEntryList,
  channelItem,
  channelItemType,
  channelList,
  createChannelBody,
  updateChannelBody,
} from "./schema";

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
