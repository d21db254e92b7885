import { allClearable, allOptional, flag, id, optional } from "@/lib/contract/fields";
import { destination, linkForward } from "@/lib/contract/link-fields";
import { pageResult } from "@/lib/contract/pagination";
import { parseUrl } from "@/lib/contract/url";
import { refusing, schemaRefusals, z } from "@/lib/contract/zod";
import { appLinks } from "@/lib/resources/domains/app-links";
import { domainTheme } from "@/lib/resources/domains/theme";

const label = "[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?";
/** Lower case and Punycode, at least two labels, and the last one is not a number, as in an IPv4 address. */
const hostName = new RegExp(`^(?=.{4,253}$)(?:${label}\\.)+(?!\\d+$)${label}$`);

/** A domain as it is sent, with or without its scheme; split into the two columns. */
const domainAddress = z
  .string()
  .trim()
  .max(255)
  .transform((text, context) => {
    const addHostIssue = (message: string) => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    const url = parseUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`);
    if (!url) return addHostIssue(refusing("not_a_domain"));
    const { protocol, hostname, port, pathname, search, hash, username, password } = url;
    if (protocol !== "http:" && protocol !== "https:") return addHostIssue(refusing("domain_not_http"));
    if (pathname !== "/" || port || search || hash || username || password) {
      return addHostIssue(refusing("domain_with_more"));
    }
    const host = hostname.replace(/\.$/, "");
    if (!hostName.test(host)) return addHostIssue(refusing("domain_name_invalid"));
    return { scheme: protocol.slice(0, -1), host };
  })
  .register(schemaRefusals, { codes: ["not_a_domain", "domain_not_http", "domain_with_more", "domain_name_invalid"] })
  .meta({
    description:
      "With or without `http://` or `https://`. Default: `https://`. International names are stored in Punycode.",
    example: "https://go.example.com",
  });

const settings = {
  redirectroot: destination().describe("Where visitors of the bare domain go if `rootbio` is not set."),
  redirect404: destination().describe("Where visitors go if the link does not exist."),
  rootbio: id()
    .describe(
      "The ID of your bio page that visitors of the bare domain see. It overrides `redirectroot`, which is kept and used when no bio page is set.",
    )
    .meta({ example: 2 }),
  applinks: appLinks.describe(
    "Your apps that open the domain's links. They are published at `/.well-known/apple-app-site-association` and `/.well-known/assetlinks.json`. If an app opens a link, the visit does not reach the service and is not counted.",
  ),
  theme: domainTheme.describe("How the domain's own pages look and what they say. Replaces the whole setting."),
  trackconversions: flag().describe(
    "Whether links without a `trackconversions` setting track conversions. Default: the account's setting.",
  ),
};

const forward = {
  forward: optional(linkForward()).describe(
    "What links without a `forward` setting pass on from the visited address: `none` (default), `query` or `all`.",
  ),
};

export const createDomainBody = z
  .object({ domain: domainAddress, ...allOptional(settings), ...forward })
  .meta({ example: { domain: "https://go.example.com", redirectroot: "https://example.com/" } });

export const updateDomainBody = z
  .object({ ...allClearable(settings), ...forward })
  .meta({ example: { redirect404: "https://example.com/not-found" } });

export const defaultDomainForm = z.object({ domain: z.string().max(255) });

export type CreateDomain = z.infer<typeof createDomainBody>;
export type UpdateDomain = z.infer<typeof updateDomainBody>;

const redirect = (description: string) => z.string().describe(`${description} Empty if not set.`);

export const domainItem = z
  .object({
    id: id(),
    domain: z
      .string()
      .describe("The domain with `http://` or `https://`. International names are in Punycode.")
      .meta({ example: "https://go.example.com" }),
    redirectroot: redirect("Where visitors of the bare domain go.").meta({ example: "https://example.com/" }),
    redirect404: redirect("Where visitors go if the link does not exist.").meta({ example: "" }),
    rootbio: z
      .int()
      .nullable()
      .describe("The ID of the bio page that visitors of the bare domain see; null if there is none.")
      .meta({ example: null }),
    applinks: appLinks.nullable().describe("The apps that open its links; null if there are none."),
    theme: domainTheme.nullable().describe("How its pages look to visitors; null if not set."),
    forward: linkForward()
      .describe("What links without a `forward` setting pass on from the visited address.")
      .meta({ example: "none" }),
    trackconversions: z
      .boolean()
      .nullable()
      .describe(
        "Whether links without a `trackconversions` setting track conversions. Null: use the account's setting.",
      )
      .meta({ example: null }),
  })
  .meta({ id: "Domain" });

export const domainList = pageResult("domains", domainItem);
