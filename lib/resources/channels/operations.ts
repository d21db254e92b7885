import { id } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/pagination";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import {
  channelEntryList,
  channelItem,
  channelItemType,
  channelList,
  createChannelBody,
  updateChannelBody,
} from "./schema";

const tag = "Channels";
const params = z.object({ id: id().describe("The ID of the channel.") });

export const listChannels = operation({
  method: "GET",
  path: "/api/channels",
  permission: "channels:read",
  tag,
  summary: "List your channels",
  query: pageQuery,
  result: channelList,
});

export const showChannel = operation({
  versioned: true,
  method: "GET",
  path: "/api/channel/{id}",
  permission: "channels:read",
  tag,
  summary: "List what is in a channel",
  description: "Links, bio pages and QR codes in one list, last added first.",
  params,
  query: pageQuery,
  result: channelEntryList,
});

export const addChannel = operation({
  method: "POST",
  path: "/api/channel/add",
  permission: "channels:write",
  tag,
  summary: "Add a channel",
  body: createChannelBody,
  result: channelItem,
});

export const assignChannel = operation({
  method: "POST",
  path: "/api/channel/{id}/assign/{type}/{itemid}",
  permission: "channels:write",
  tag,
  summary: "Add an item to a channel",
  description: "Items that are already in the channel stay. An item can be in many channels.",
  params: params.extend({
    type: channelItemType.describe("The type of the item: a link, a bio page or a QR code."),
    itemid: id().describe("Its ID within its type."),
  }),
  result: messageResult,
});

export const changeChannel = operation({
  versioned: true,
  method: "PUT",
  path: "/api/channel/{id}/update",
  permission: "channels:write",
  tag,
  summary: "Change a channel",
  description: "Fields that you do not send stay as they are.",
  params,
  body: updateChannelBody,
  result: messageResult,
});

export const removeChannel = operation({
  method: "DELETE",
  path: "/api/channel/{id}/delete",
  permission: "channels:write",
  tag,
  summary: "Delete a channel",
  description: "The items in it are kept.",
  params,
  result: messageResult,
});
