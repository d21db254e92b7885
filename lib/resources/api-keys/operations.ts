import { id } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/pagination";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import { createKeyBody, keyItem, keyList } from "./schema";

const tag = "API keys";

export const listKeys = operation({
  method: "GET",
  path: "/api/keys",
  permission: "keys:read",
  tag,
  summary: "List your account's API keys",
  description:
    "The keys that were added here. The key that came with the account appears only in its owner's settings.",
  query: pageQuery,
  result: keyList,
});

export const addKey = operation({
  method: "POST",
  path: "/api/key/add",
  permission: "keys:write",
  tag,
  summary: "Add an API key",
  description: "The key is shown only once. Its permissions cannot exceed those of its creator.",
  body: createKeyBody,
  refuses: ["key_scopes_and_role", "key_beyond_own"],
  secret: true,
  result: z.object({
    id: keyItem.shape.id,
    key: z.string().describe("The key.").meta({ example: "sp_5vXk2bQ0…" }),
  }),
});

export const removeKey = operation({
  method: "DELETE",
  path: "/api/key/{id}/delete",
  permission: "keys:write",
  tag,
  summary: "Delete an API key",
  description: "It stops working at once.",
  params: z.object({ id: id().describe("The ID of the key.") }),
  result: messageResult,
});
