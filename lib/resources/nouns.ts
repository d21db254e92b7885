import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";

/** What an account has, as refusals call it, and of what it takes the permission. */
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
} as const;

export type Noun = keyof typeof subjects;

/** Refuses who may not read, or write, what is called so. */
export const authorizeTo = (what: "read" | "write", actor: Actor, noun: Noun) =>
  authorize(actor, `${subjects[noun]}:${what}`);
