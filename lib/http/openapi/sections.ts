import type { Operation } from "@/lib/contract/operation";
import * as account from "@/lib/resources/account/schema";
import * as apiKeys from "@/lib/resources/api-keys/schema";
import * as audit from "@/lib/resources/audit/schema";
import * as bio from "@/lib/resources/bio-pages/schema";
import * as campaigns from "@/lib/resources/campaigns/schema";
import * as channels from "@/lib/resources/channels/schema";
import * as conversions from "@/lib/resources/conversions/schema";
import * as domains from "@/lib/resources/domains/schema";
import * as forwardings from "@/lib/resources/forwardings/operations";
import * as health from "@/lib/resources/health/operations";
import * as linksInBulk from "@/lib/resources/links/bulk/schema";
import * as linkHistory from "@/lib/resources/links/history/operations";
import * as links from "@/lib/resources/links/operations";
import * as replays from "@/lib/resources/links/replay/schema";
import * as redirects from "@/lib/resources/links/simulation/schema";
import * as members from "@/lib/resources/members/schema";
import * as overlays from "@/lib/resources/overlays/schema";
import * as overview from "@/lib/resources/overview/schema";
import * as handovers from "@/lib/resources/ownership-transfers/schema";
import * as pixels from "@/lib/resources/pixels/schema";
import * as plans from "@/lib/resources/plans/schema";
import * as qrCodes from "@/lib/resources/qr-codes/schema";
import * as qrDesigns from "@/lib/resources/qr-codes/template-schema";
import * as qrFiles from "@/lib/resources/qr-files/schema";
import * as shares from "@/lib/resources/shares/schema";
import * as sms from "@/lib/resources/sms/schema";
import * as splash from "@/lib/resources/splash-pages/schema";
import * as tags from "@/lib/resources/tags/schema";
import * as users from "@/lib/resources/users/schema";
import * as utmTemplates from "@/lib/resources/utm-templates/schema";
import * as webhooks from "@/lib/resources/webhooks/operations";
import { deliveredEvents } from "@/lib/resources/webhooks/payloads";
import type { Section } from "./document";
import * as reference from "./reference-operations";

/** All operations of the API, in the order of the reference. */
export const sections: Section[] = [
  { tag: "Account", description: "Read and change your own account.", operations: operationsIn(account) },
  {
    tag: "Links",
    description: "Short links, their settings and their statistics.",
    operations: operationsIn(links, linksInBulk, linkHistory, overview),
  },
  {
    tag: "Simulation",
    description: "Where a visitor of a link would go, and where past visitors would have gone with other rules.",
    operations: operationsIn(redirects, replays),
  },
  {
    tag: "Conversions",
    description: "What visitors did after a click, such as a sale, and what it was worth.",
    operations: operationsIn(conversions),
  },
  {
    tag: "QR codes",
    description: "QR codes, their images and scans, and the design of QR codes, including those of links.",
    operations: operationsIn(qrCodes, qrDesigns),
  },
  { tag: "QR code files", description: "Files with the QR codes of many links.", operations: operationsIn(qrFiles) },
  { tag: "Bio pages", description: "Small web pages made of blocks.", operations: operationsIn(bio) },
  {
    tag: "Campaigns",
    description: "Groups of links, with one address that splits visitors between them.",
    operations: operationsIn(campaigns),
  },
  {
    tag: "Shared statistics",
    description: "Statistics of a link or a campaign that anyone with the address can see.",
    operations: operationsIn(shares),
  },
  { tag: "Channels", description: "Folders of links, bio pages and QR codes.", operations: operationsIn(channels) },
  { tag: "Tags", description: "Labels to organize your links.", operations: operationsIn(tags) },
  {
    tag: "UTM templates",
    description: "UTM parameters saved under a name, to use again in your links.",
    operations: operationsIn(utmTemplates),
  },
  { tag: "CTA overlays", description: "Messages shown over a link's destination.", operations: operationsIn(overlays) },
  {
    tag: "Splash pages",
    description: "Pages that visitors see before a link's destination.",
    operations: operationsIn(splash),
  },
  {
    tag: "Pixels",
    description: "Tracking scripts of your advertising and analytics vendors.",
    operations: operationsIn(pixels),
  },
  {
    tag: "Transfers",
    description: "Transfer links, or everything in an account, to another account.",
    operations: operationsIn(handovers),
  },
  { tag: "Domains", description: "Your own domains for your short links.", operations: operationsIn(domains) },
  {
    tag: "SMS",
    description: "Send messages with short links, and see their delivery.",
    operations: operationsIn(sms),
  },
  {
    tag: "Members",
    description: "The people with access to your account, and their roles.",
    operations: operationsIn(members),
  },
  {
    tag: "API keys",
    description: "API keys of your account. Use a separate key for each purpose.",
    operations: operationsIn(apiKeys),
  },
  {
    tag: "Webhooks",
    description: "Your endpoints that receive events, such as new links and clicks.",
    operations: operationsIn(webhooks),
    events: deliveredEvents,
  },
  {
    tag: "Forwarding",
    description: "Sends clicks and conversions to analytics and advertising services.",
    operations: operationsIn(forwardings),
  },
  { tag: "Audit log", description: "Who changed what, when and from where.", operations: operationsIn(audit) },
  { tag: "Plans", description: "The limits of accounts. Only for administrators.", operations: operationsIn(plans) },
  { tag: "Users", description: "Everyone with an account. Only for administrators.", operations: operationsIn(users) },
  {
    tag: "Service",
    description: "The state of the service itself. No API key needed.",
    operations: operationsIn(health, reference),
  },
];

/** Picks the operations from what modules export: most of them export the schemas of their resource, too. */
function operationsIn(...modules: object[]): Record<string, Operation> {
  const exports = modules.flatMap((module) => Object.entries(module));
  return Object.fromEntries(exports.filter(([, value]) => isOperation(value)));
}

function isOperation(value: unknown): value is Operation {
  return typeof value === "object" && value !== null && "method" in value && "path" in value;
}
