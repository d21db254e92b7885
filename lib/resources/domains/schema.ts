import { allClearable, allOptional, color, flag, id, optional } from "@/lib/contract/fields";
import { forColumn } from "@/lib/contract/json-columns";
import { destination, linkForward } from "@/lib/contract/link-fields";
import { messageResult, operation, resourceOperations } from "@/lib/contract/operation";
import { pageResult } from "@/lib/contract/pagination";
import { picture } from "@/lib/contract/sent-file";
import { parseUrl } from "@/lib/contract/url";
import { refusing, schemaRefusals, z } from "@/lib/contract/zod";

/** The pages whose text an owner can write. */
export const themedPages = ["missing", "ended", "password"] as const;
export type ThemedPage = (typeof themedPages)[number];

const words = (page: string) =>
  optional(
    z.object({
      title: z.string().trim().min(1).max(100).meta({ example: "This offer has ended" }),
      message: optional(z.string().trim().max(500)).describe("Text below the title."),
    }),
  ).describe(page);

/** The look of the pages that a domain shows to visitors, and the text of some of them. */
export const domainTheme = forColumn(
  "domains.theme",
  z.object({
    name: optional(z.string().trim().max(60)).describe("The name to show instead of the domain."),
    logo: optional(picture(destination().max(2048))).describe(
      "The address of an image, such as a file that you uploaded.",
    ),
    color: optional(color()).describe(
      "The color of buttons and links. If text in it would be hard to read, a darker or lighter shade is used.",
    ),
    missing: words("The page for links that do not exist, if `redirect404` is not set."),
    ended: words(
      "The page for expired links. Without it they look as if they did not exist; with it `redirect404` does not apply to them.",
    ),
    password: words("The page where visitors enter a link's password."),
  }),
);

export type DomainTheme = z.infer<typeof domainTheme>;

/** An App ID as Apple defines it: the ten characters of the team, then the app's bundle identifier. */
const appId = z
  .string()
  .trim()
  .max(166)
  .regex(/^[A-Z\d]{10}\.[A-Za-z\d-]+(?:\.[A-Za-z\d-]+)*$/, refusing("app_id_invalid"))
  .meta({ example: "ABCDE12345.com.example.shop" });

const androidApp = z.object({
  package: z
    .string()
    .trim()
    .max(255)
    .regex(/^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/, refusing("package_invalid"))
    .meta({ example: "com.example.shop" }),
  fingerprints: z
    .array(
      z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[\dA-F]{2}(?::[\dA-F]{2}){31}$/, refusing("fingerprint_invalid"))
        .meta({
          example: Array.from({ length: 32 }, (_, index) => (0xa0 + index).toString(16).toUpperCase()).join(":"),
        }),
    )
    .min(1)
    .max(20)
    .describe("The SHA-256 fingerprints of the certificates that sign the app."),
});

/** The owner's apps that may open a domain's links. */
export const appLinks = forColumn(
  "domains.app_links",
  z.object({
    apple: z
      .array(appId)
      .max(20)
      .default([])
      .describe("App IDs for iOS: the team ID, a dot and the bundle identifier."),
    android: z.array(androidApp).max(20).default([]).describe("Apps for Android."),
  }),
);

export type AppLinks = z.infer<typeof appLinks>;

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

const domainList = pageResult("domains", domainItem);

const tag = "Domains";
const { list, show, add, change, remove } = resourceOperations({
  tag,
  one: "a domain",
  path: "/api/domain",
  permission: "domains",
});

export const listDomains = list({ path: "/api/domains", summary: "List your domains", result: domainList });

export const showDomain = show({ result: z.object({ data: domainItem }) });

export const addDomain = add({
  description:
    "The domain must already point to this service: by a CNAME to the service's own name, or by the same IP addresses. If another account has, had or requested the domain, prove that it is yours with a TXT record. The error names the record.",
  body: createDomainBody,
  refuses: [
    "dns_failed",
    "dns_late",
    "dns_leads_elsewhere",
    "dns_no_address",
    "domain_is_ours",
    "domain_of_another",
    "domain_reserved",
    "domain_taken",
    "domains_removed_too_often",
    "not_yours",
    "url_blocked",
    "url_is_own_link",
  ],
  result: z.object({ id: domainItem.shape.id }),
});

export const changeDomain = change({
  description: "A field that you send replaces the stored value; `null` clears it. You cannot change the name.",
  body: updateDomainBody,
  refuses: ["not_yours", "url_blocked", "url_is_own_link"],
});

export const removeDomain = remove({
  description: "Rejected while the domain has links.",
  refuses: ["domain_has_links"],
});

export const allowCertificate = operation({
  method: "GET",
  path: "/api/tls/allowed",
  tag,
  summary: "Check whether a domain may get a certificate",
  description:
    "For a reverse proxy that gets certificates when a domain is first visited, such as Caddy with `ask`. The status is the answer: 200 for the service's own host and for users' domains that point here, 404 for any other.",
  access: "public",
  unlimited: true,
  query: z.object({
    domain: z.string().max(255).describe("The host name to get a certificate for.").meta({ example: "go.example.com" }),
  }),
  result: messageResult,
  refuses: ["not_found"],
});
