import * as account from "@/lib/resources/account/operations";
import * as apiKeys from "@/lib/resources/api-keys/operations";
import * as audit from "@/lib/resources/audit/operations";
import * as bio from "@/lib/resources/bio-pages/operations";
import * as campaigns from "@/lib/resources/campaigns/operations";
import * as channels from "@/lib/resources/channels/operations";
import * as conversions from "@/lib/resources/conversions/operations";
import * as domains from "@/lib/resources/domains/operations";
import * as forwardings from "@/lib/resources/forwardings/operations";
import * as health from "@/lib/resources/health/operations";
import * as linksInBulk from "@/lib/resources/links/bulk/operations";
import * as linkHistory from "@/lib/resources/links/history/operations";
import * as links from "@/lib/resources/links/operations";
import * as replays from "@/lib/resources/links/replay/operations";
import * as redirects from "@/lib/resources/links/simulation/operations";
import * as members from "@/lib/resources/members/operations";
import * as overlays from "@/lib/resources/overlays/operations";
import * as overview from "@/lib/resources/overview/operations";
import * as handovers from "@/lib/resources/ownership-transfers/operations";
import * as pixels from "@/lib/resources/pixels/operations";
import * as plans from "@/lib/resources/plans/operations";
import * as qrDesigns from "@/lib/resources/qr-codes/design-operations";
import * as qrCodes from "@/lib/resources/qr-codes/operations";
import * as qrFiles from "@/lib/resources/qr-files/operations";
import * as shares from "@/lib/resources/shares/operations";
import * as sms from "@/lib/resources/sms/operations";
import * as splash from "@/lib/resources/splash-pages/operations";
import * as tags from "@/lib/resources/tags/operations";
import * as users from "@/lib/resources/users/operations";
import * as utmTemplates from "@/lib/resources/utm-templates/operations";
import * as webhooks from "@/lib/resources/webhooks/operations";
import { deliveredEvents } from "@/lib/resources/webhooks/payloads";
import type { Section } from "./document";
import * as reference from "./reference-operations";

/** All operations of the API, in the order of the reference. */
export const sections: Section[] = [
  { tag: "Account", description: "Read and change your own account.", operations: account },
  {
    tag: "Links",
    description: "Short links, their settings and their statistics.",
    operations: { ...links, ...linksInBulk, ...linkHistory, ...overview },
  },
  {
    tag: "Simulation",
    description: "Where a visitor of a link would go, and where past visitors would have gone with other rules.",
    operations: { ...redirects, ...replays },
  },
  {
    tag: "Conversions",
    description: "What visitors did after a click, such as a sale, and what it was worth.",
    operations: conversions,
  },
  {
    tag: "QR codes",
    description: "QR codes, their images and scans, and the design of QR codes, including those of links.",
    operations: { ...qrCodes, ...qrDesigns },
  },
  { tag: "QR code files", description: "Files with the QR codes of many links.", operations: qrFiles },
  { tag: "Bio pages", description: "Small web pages made of blocks.", operations: bio },
  {
    tag: "Campaigns",
    description: "Groups of links, with one address that splits visitors between them.",
    operations: campaigns,
  },
  {
    tag: "Shared statistics",
    description: "Statistics of a link or a campaign that anyone with the address can see.",
    operations: shares,
  },
  { tag: "Channels", description: "Folders of links, bio pages and QR codes.", operations: channels },
  { tag: "Tags", description: "Labels to organize your links.", operations: tags },
  {
    tag: "UTM templates",
    description: "UTM parameters saved under a name, to use again in your links.",
    operations: utmTemplates,
  },
  { tag: "CTA overlays", description: "Messages shown over a link's destination.", operations: overlays },
  { tag: "Splash pages", description: "Pages that visitors see before a link's destination.", operations: splash },
  { tag: "Pixels", description: "Tracking scripts of your advertising and analytics vendors.", operations: pixels },
  {
    tag: "Transfers",
    description: "Transfer links, or everything in an account, to another account.",
    operations: handovers,
  },
  { tag: "Domains", description: "Your own domains for your short links.", operations: domains },
  {
    tag: "SMS",
    description: "Send messages with short links, and see their delivery.",
    operations: sms,
  },
  { tag: "Members", description: "The people with access to your account, and their roles.", operations: members },
  {
    tag: "API keys",
    description: "API keys of your account. Use a separate key for each purpose.",
    operations: apiKeys,
  },
  {
    tag: "Webhooks",
    description: "Your endpoints that receive events, such as new links and clicks.",
    operations: webhooks,
    events: deliveredEvents,
  },
  {
    tag: "Forwarding",
    description: "Sends clicks and conversions to analytics and advertising services.",
    operations: forwardings,
  },
  { tag: "Audit log", description: "Who changed what, when and from where.", operations: audit },
  { tag: "Plans", description: "The limits of accounts. Only for administrators.", operations: plans },
  { tag: "Users", description: "Everyone with an account. Only for administrators.", operations: users },
  {
    tag: "Service",
    description: "The state of the service itself. No API key needed.",
    operations: { ...health, ...reference },
  },
];
