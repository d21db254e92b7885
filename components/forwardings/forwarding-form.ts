import { emptyForm, type WebhookForm } from "@/components/webhooks/scope-fields";
import type { ForwardingKind } from "@/lib/contract/forwarding-kinds";

/** The fields of the editors. Empty text means that a field is not set. */
export interface ForwardingForm extends Pick<WebhookForm, "scope" | "linkid" | "campaignid" | "tag"> {
  /** Chosen for a new forwarding only. */
  kind: ForwardingKind;
  name: string;
  url: string;
  site: string;
  token: string;
  body: string;
  events: string[];
}

const { scope, linkid, campaignid, tag } = emptyForm;

export const emptyForwarding: ForwardingForm = {
  ...{ kind: "ga4", name: "", url: "", site: "", token: "", body: "", events: ["clicks", "conversions"] },
  ...{ scope, linkid, campaignid, tag },
};

interface Uses {
  /** Whether the address is required. */
  url: boolean;
  /** The service's name for the place that receives events. Null if there is none. */
  site: "domain" | "measurementId" | "pixelId" | "siteId" | null;
  /** The service's name for the token. Null if there is none. */
  token: "accessToken" | "apiSecret" | "authToken" | "secret" | "writeKey" | null;
}

/** The fields of each kind. Only the token of a URL is optional. */
export const uses: Record<ForwardingKind, Uses> = {
  ga4: { url: false, site: "measurementId", token: "apiSecret" },
  matomo: { url: true, site: "siteId", token: "authToken" },
  meta: { url: false, site: "pixelId", token: "accessToken" },
  plausible: { url: false, site: "domain", token: null },
  segment: { url: false, site: null, token: "writeKey" },
  url: { url: true, site: null, token: "secret" },
};

/** The fields that an editor of a stored forwarding must not leave empty. Its token stays if none is entered. */
export const requiredOf = (kind: ForwardingKind): (keyof ForwardingForm & string)[] =>
  uses[kind].site ? ["url", "events", "site"] : ["url", "events"];
