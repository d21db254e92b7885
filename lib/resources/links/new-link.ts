import { refusing, schemaRefusals, z } from "@/lib/contract/zod";
import { createLinkBody } from "./schema";

type Fields = Record<string, unknown>;

const isSent = (value: unknown) => value !== undefined && value !== null && value !== "";

/**
 * What the API accepts for a new link: `alias` means `custom`, as in other clients, and a link with `split` but no
 * destination redirects to the first variant.
 */
export const newLinkBody = z
  .preprocess((sent, context) => {
    if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return sent;
    const { alias, ...link }: Fields = { ...sent };
    if (isSent(alias) && isSent(link.custom) && alias !== link.custom) {
      context.addIssue({ code: "custom", path: ["alias"], message: refusing("not_together", { other: "custom" }) });
      return z.NEVER;
    }
    const custom = isSent(link.custom) ? link.custom : alias;
    const [first]: Fields[] = Array.isArray(link.split) ? link.split : [];
    const url = isSent(link.url) ? link.url : first?.to;
    return { ...link, ...(isSent(custom) && { custom }), ...(isSent(url) && { url }) };
  }, createLinkBody)
  .register(schemaRefusals, { codes: ["not_together"] });
