import { memberRoles } from "@/lib/auth/permissions";
import { id, name, optional, timestamp } from "@/lib/contract/fields";
import { resourceOperations } from "@/lib/contract/operation";
import { pageResult } from "@/lib/contract/pagination";
import { permissions } from "@/lib/contract/permissions";
import { refusing, z } from "@/lib/contract/zod";

const maxNetworks = 20;

const network = z
  .union(
    [z.cidrv4(), z.cidrv6(), z.ipv4().transform((ip) => `${ip}/32`), z.ipv6().transform((ip) => `${ip}/128`)],
    refusing("not_a_network"),
  )
  .meta({ example: "192.0.2.0/24" });

const scope = z.enum(permissions);

export const createKeyBody = z
  .object({
    name: name().describe("What you use it for."),
    role: optional(z.enum(memberRoles)).describe(
      "Its permissions, by role. Without `role` and `scopes`: everything that you may do.",
    ),
    scopes: optional(z.array(scope).min(1).max(permissions.length)).describe(
      "Its permissions, one by one. You cannot combine this with `role`.",
    ),
    expires: optional(timestamp()).describe("When it expires (UTC). Default: never."),
    networks: optional(z.array(network).max(maxNetworks)).describe(
      "Up to 20 addresses and networks (CIDR) from which it can be used. Default: any.",
    ),
  })
  .meta({ example: { name: "Newsletter", scopes: ["links:read", "links:write"] } });

export type CreateKey = z.infer<typeof createKeyBody>;

export const keyItem = z
  .object({
    id: id(),
    name: z.string().meta({ example: "Newsletter" }),
    member: z
      .string()
      .describe("The member who created the key. It can do no more than they can.")
      .meta({ example: "ada" }),
    scopes: z
      .array(scope)
      .describe("Its permissions. Empty: everything that its member may do.")
      .meta({ example: ["links:read"] }),
    networks: z
      .array(z.string())
      .describe("The addresses and networks it can be used from. Empty: any.")
      .meta({ example: [] }),
    expires: timestamp().nullable().describe("When it expires (UTC). `null`: never."),
    lastused: timestamp().nullable().describe("When it was last used (UTC), to the minute."),
    lastusedfrom: z
      .string()
      .nullable()
      .describe("The address from which it was last used.")
      .meta({ example: "192.0.2.7" }),
    date: timestamp().describe("When it was created (UTC)."),
  })
  .meta({ id: "ApiKey" });

const keyList = pageResult("keys", keyItem);

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
