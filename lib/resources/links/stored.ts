import { z } from "@/lib/contract/zod";
import { storedJson } from "@/lib/platform/database/stored-json";
import type { LinkRule } from "./rule-fields";
import { devices, share, when } from "./rules";
import { type DeepLink, deepLink, type LinkParameters, parameters } from "./schema";
import { splitFinish } from "./split-finish";

const oneOrSeveral = <T extends z.ZodType>(value: T) => z.union([value, z.array(value)]).optional();

const linkRule: z.ZodType<LinkRule> = z.object({
  when: z.object({
    ...when.shape,
    country: oneOrSeveral(z.string()),
    language: oneOrSeveral(z.string()),
    device: oneOrSeveral(z.enum(devices)),
  }),
  to: z.string().optional(),
  split: z.array(share).optional(),
  finish: splitFinish().optional(),
});

export const readRules = storedJson<LinkRule[]>("links.rules", z.array(linkRule));
export const readDeepLink = storedJson<DeepLink | null>("links.deep_link", deepLink.nullable());
export const readParameters = storedJson<LinkParameters>("links.parameters", parameters);
