import type { Actor } from "./actor";
import { authorize } from "./permissions";

/** What accounts contain, as refusals call it, and the permission that each thing needs. */
const subjects = {
  link: "links",
  "link view": "links",
  tag: "links",
  "UTM template": "links",
  import: "links",
  campaign: "campaigns",
  channel: "channels",
  "channel item": "channels",
  domain: "domains",
  pixel: "pixels",
  overlay: "overlays",
  "splash page": "splash",
  "bio page": "bio",
  "QR code": "qr",
  "QR template": "qr",
  message: "sms",
  member: "members",
  invitation: "members",
  "API key": "keys",
  webhook: "webhooks",
  forwarding: "forwardings",
} as const;

export type ResourceName = keyof typeof subjects;

/** Throws unless the actor may read or write things of this kind. */
export const authorizeResource = (what: "read" | "write", actor: Actor, noun: ResourceName) =>
  authorize(actor, `${subjects[noun]}:${what}`);
