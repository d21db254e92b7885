import * as account from "@/lib/resources/account/operations";
import * as apiKeys from "@/lib/resources/api-keys/operations";
import * as audit from "@/lib/resources/audit/operations";
import * as bio from "@/lib/resources/bio-pages/operations";
import * as campaigns from "@/lib/resources/campaigns/operations";
import * as channels from "@/lib/resources/channels/operations";
import * as domains from "@/lib/resources/domains/operations";
import * as health from "@/lib/resources/health/operations";
import * as links from "@/lib/resources/links/operations";
import * as members from "@/lib/resources/members/operations";
import * as overlays from "@/lib/resources/overlays/operations";
import * as overview from "@/lib/resources/overview/operations";
import * as handovers from "@/lib/resources/ownership-transfers/operations";
import * as pixels from "@/lib/resources/pixels/operations";
import * as plans from "@/lib/resources/plans/operations";
import * as qrDesigns from "@/lib/resources/qr-codes/design-operations";
import * as qrCodes from "@/lib/resources/qr-codes/operations";
import * as shares from "@/lib/resources/shares/operations";
import * as sms from "@/lib/resources/sms/operations";
import * as splash from "@/lib/resources/splash-pages/operations";
import * as tags from "@/lib/resources/tags/operations";
import * as users from "@/lib/resources/users/operations";
import * as utmTemplates from "@/lib/resources/utm-templates/operations";
import * as replays from "@/lib/visits/replay-operations";
import * as redirects from "@/lib/visits/simulate-operations";
import type { Section } from "./document";
import * as reference from "./reference-operations";

/** Every operation of the API, in the order in which the reference shows them. */
export const sections: Section[] = [
  { tag: "Account", description: "Read and change your own account.", operations: account },
  {
    tag: "Links",
    description: "Short links, their settings and their statistics.",
    operations: { ...links, ...overview, ...redirects, ...replays },
  },
  {
    tag: "QR codes",
    description: "QR codes, their pictures and their scans; how they and the codes of links look.",
    operations: { ...qrCodes, ...qrDesigns },
  },
  { tag: "Bio pages", description: "Small pages of your own, made of blocks.", operations: bio },
  { tag: "Campaigns", description: "Links that belong together, behind one rotating address.", operations: campaigns },
  {
    tag: "Shared statistics",
    description: "Statistics of a link or a campaign that anyone with the address can see.",
    operations: shares,
  },
  { tag: "Channels", description: "Folders of links, bio pages and QR codes.", operations: channels },
  { tag: "Tags", description: "Labels to organize your links.", operations: tags },
  {
    tag: "UTM templates",
    description: "UTM parameters that your links often have, under a name.",
    operations: utmTemplates,
  },
  { tag: "CTA overlays", description: "Calls to action, shown over a link's destination.", operations: overlays },
  { tag: "Splash pages", description: "Pages that visitors see before a link's destination.", operations: splash },
  { tag: "Pixels", description: "Tracking tags of your advertising and analytics vendors.", operations: pixels },
  {
    tag: "Handovers",
    description: "Links, or all that an account has, given to another account.",
    operations: handovers,
  },
  { tag: "Domains", description: "Domains of your own, for your short links.", operations: domains },
  {
    tag: "SMS",
    description: "Send messages with short links, and see their delivery.",
    operations: sms,
  },
  { tag: "Members", description: "The people with access to your account, and their roles.", operations: members },
  { tag: "API keys", description: "Keys of your account, each for a purpose of its own.", operations: apiKeys },
  { tag: "Audit log", description: "Who changed what, when and from where.", operations: audit },
  { tag: "Plans", description: "What users may have. For administrators.", operations: plans },
  { tag: "Users", description: "Everybody who has an account. For administrators.", operations: users },
  {
    tag: "Service",
    description: "The state of the service itself. No key needed.",
    operations: { ...health, ...reference },
  },
];
