import { resourceOperations } from "@/lib/contract/resource-operations";
import { z } from "@/lib/contract/zod";
import { createKeyBody, keyItem, keyList } from "./schema";

const { list, add, remove } = resourceOperations({
  tag: "API keys",
  one: "an API key",
  path: "/api/key",
  permission: "keys",
  idIs: "The ID of the key.",
});

export const listKeys = list({
  path: "/api/keys",
  summary: "List your account's API keys",
  description:
    "The keys that were added here. The key that came with the account appears only in its owner's settings.",
  result: keyList,
});

export const addKey = add({
  description: "The key is shown only once. Its permissions cannot exceed those of its creator.",
  body: createKeyBody,
  refuses: ["key_scopes_and_role", "key_beyond_own"],
  warns: ["key_end_past"],
  secret: true,
  result: z.object({
    id: keyItem.shape.id,
    key: z.string().describe("The key.").meta({ example: "sp_5vXk2bQ0…" }),
  }),
});

export const removeKey = remove({ description: "It stops working at once." });
