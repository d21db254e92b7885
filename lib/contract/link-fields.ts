import {
  aliasPattern,
  endsAsConversion,
  foldAlias,
  linkCodeEnding,
  portableAliasPattern,
  portableSlugPattern,
} from "@/lib/contract/alias";
import { integer } from "@/lib/contract/fields";
import { linkStatuses } from "@/lib/contract/link-state";
import { picture } from "@/lib/contract/sent-file";
import { asUri, completeUrl, hasPossibleHost, parseUrl } from "@/lib/contract/url";
import { refusing, schemaRefusals, z } from "@/lib/contract/zod";

/** The alternatives that this service offers for addresses with other schemes. */
const ways = {
  phone: "tel callto facetime facetime-audio",
  email: "mailto",
  sms: "sms smsto mms mmsto imessage",
  wifi: "wifi",
  place: "geo maps",
  store: "market itms itms-apps itms-appss itms-services macappstore ms-windows-store",
} as const;

/** Schemes that only programs or browsers use. */
const none =
  "javascript vbscript data blob file filesystem about view-source chrome resource jar ftp ftps sftp ws wss ssh git";

type Alternative = keyof typeof ways | "app";

/** Returns what to use instead of a `scheme:` address, or null. Unknown schemes are assumed to be those of apps. */
function alternativeFor({ protocol, href }: URL): Alternative | null {
  const scheme = protocol.slice(0, -1);
  for (const [way, schemes] of Object.entries(ways)) if (schemes.split(" ").includes(scheme)) return way as Alternative;
  // `localhost:3000` and `example.com:x` are hosts without a scheme.
  const isHost = scheme === "localhost" || scheme.includes(".") || /^:\d{1,5}(?:\/|$)/.test(href.slice(scheme.length));
  return isHost || none.split(" ").includes(scheme) ? null : "app";
}

const maxDestinationLength = 8192;

/**
 * The destination of a link: http or https (added if missing), without credentials, stored as a URI. The service checks
 * that it is not a link of ours.
 */
export const destination = () => pastedAddress().overwrite(asUri);

/** The same as it was typed, which may have characters that no URI has. */
export const pastedAddress = () =>
  z
    .string()
    .overwrite((text) => (text.length > 2 * maxDestinationLength ? text : completeUrl(text)))
    .max(maxDestinationLength)
    .superRefine((value, context) => {
      const problem = problemOfDestination(value);
      if (problem) context.addIssue({ code: "custom", message: problem });
    })
    .register(schemaRefusals, {
      codes: [
        "url_incomplete",
        "url_not_http",
        "url_scheme_elsewhere",
        "url_with_credentials",
        "url_host_invalid",
        "url_too_long",
      ],
    })
    .meta({ format: "uri", example: "https://example.com/spring" });

function problemOfDestination(value: string): string | null {
  const url = parseUrl(value);
  if (!url) return refusing("url_incomplete");
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    const way = alternativeFor(url);
    return way ? refusing("url_scheme_elsewhere", { way }) : refusing("url_not_http");
  }
  if (url.username || url.password) return refusing("url_with_credentials");
  if (!hasPossibleHost(url)) return refusing("url_host_invalid");
  // Encoding turns one letter into up to twelve characters, and clients refuse headers of that length.
  if (asUri(value).length > maxDestinationLength) return refusing("url_too_long", { count: maxDestinationLength });
  return null;
}

export const linkStatus = () => z.enum(linkStatuses);

export const aboutLinkStatus =
  "`private`: the link redirects, but it is not on its campaign's public list, and link previews show neither its title nor its image. `off`: it does not redirect.";

/** The name of one of our things in an address: an alias of one part. */
export const slug = () =>
  z
    .string()
    .trim()
    .max(64)
    .refine((text) => /^[\p{L}\p{M}\p{Nd}_-]+$/u.test(text), refusing("slug_characters"))
    .meta({ pattern: portableSlugPattern });

export const alias = () =>
  z
    .string()
    .trim()
    .max(64)
    .superRefine((value, context) => {
      const problem = problemOfAlias(value);
      if (problem) context.addIssue({ code: "custom", message: problem });
    })
    .register(schemaRefusals, { codes: ["alias_characters", "alias_parts", "alias_punctuation", "alias_of_qr_code"] })
    .meta({ pattern: portableAliasPattern, example: "spring-sale" });

function problemOfAlias(value: string): string | null {
  if (!/^[\p{L}\p{M}\p{Nd}_/.~+-]+$/u.test(value)) return refusing("alias_characters");
  if (!/^[^/]+(?:\/[^/]+){0,4}$/.test(value)) return refusing("alias_parts");
  if (!aliasPattern.test(value) || endsAsConversion(value)) return refusing("alias_punctuation");
  return linkCodeEnding.test(foldAlias(value)) ? refusing("alias_of_qr_code") : null;
}

/** The part of a visitor's address that is passed on to the destination. */
export const linkForward = () => z.enum(["none", "query", "all"]).meta({ example: "query" });

/** What programs show in their preview of a link. */
export const previewFields = {
  metatitle: z.string().max(255).describe("The title in link previews."),
  metadescription: z.string().max(1000).describe("The text in link previews."),
  metaimage: picture(destination()).describe("The image in link previews."),
};

/** A link's share of the visitors of its campaign's rotator, relative to the weights of the other links. */
export const campaignWeight = () => integer(1, 1000);
