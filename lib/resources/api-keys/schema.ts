import { memberRoles } from "@/lib/auth/permissions";
import { id, name, optional, timestamp } from "@/lib/contract/fields";
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
    name: name().describe("What it is for."),
    role: optional(z.enum(memberRoles)).describe(
      "What it may do, by a role. Without `role` and `scopes`: all that you may.",
    ),
    scopes: optional(z.array(scope).min(1).max(permissions.length)).describe(
      "The same by permissions. Not with `role`.",
    ),
    expires: optional(timestamp()).describe("When it ends (UTC). Without it, it does not."),
    networks: optional(z.array(network).max(maxNetworks)).describe(
      "Addresses and networks (CIDR) that it is taken from, 20 at most. Without them, any.",
    ),
  })
  .meta({ example: { name: "Newsletter", scopes: ["links:read", "links:write"] } });

export type CreateKey = z.infer<typeof createKeyBody>;

export const keyItem = z
  .object({
    id: id(),
    name: z.string().meta({ example: "Newsletter" }),
    member: z.string().describe("Whose key it is: it can do no more than they can.").meta({ example: "ada" }),
    scopes: z
      .array(scope)
      .describe("What it may do; empty: all that its member may.")
      .meta({ example: ["links:read"] }),
    networks: z.array(z.string()).describe("Where it is taken from; empty: anywhere.").meta({ example: [] }),
    expires: timestamp().nullable().describe("When it ends (UTC); `null`: never."),
    lastused: timestamp().nullable().describe("When it was used last (UTC), to the minute."),
    lastusedfrom: z.string().nullable().describe("From which address.").meta({ example: "192.0.2.7" }),
    date: timestamp().describe("When it was made (UTC)."),
  })
  .meta({ id: "ApiKey" });

export const keyList = pageResult("keys", keyItem);
