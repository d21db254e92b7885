import { inject } from "vitest";
import type { Permission } from "@/lib/contract/permissions";
import { bodies, uniqueText } from "./caller";
import { stated, values } from "./foreign-calls";

/** A permission; `self`: about the user who is logged in; `anybody`; `administrator`: of the instance. */
type Needed = Permission | "self" | "anybody" | "administrator";

/** What each server action needs: one for all actions of a file, or one for each named action and `others`. */
const needed: Record<string, Needed | ({ others: Needed } & Record<string, Needed>)> = {
  "lib/http/choose-locale.ts": "anybody",
  "lib/http/choose-zone.ts": { others: "account:write", adoptZone: "self" },
  "app/(site)/actions.ts": "anybody",
  "app/dashboard/actions.ts": { others: "self", keepPictureAction: "qr:write", cropPictureAction: "qr:write" },
  "app/dashboard/settings/actions.ts": {
    others: "self",
    chooseDomain: "domains:write",
    startWeeklyReport: "account:write",
    stopWeeklyReport: "account:write",
    trackConversions: "account:write",
    trackNoConversions: "account:write",
    linkSms: "keys:write",
    unlinkSms: "keys:write",
    createKeyAction: "keys:write",
    deleteKeyAction: "keys:write",
  },
  "app/dashboard/settings/two-factor/actions.ts": "self",
  "app/dashboard/settings/handovers/actions.ts": "account:write",
  "app/dashboard/settings/members/actions.ts": { others: "members:write", leaveAction: "self" },
  "app/dashboard/settings/forwarding/actions.ts": "forwardings:write",
  "app/dashboard/settings/webhooks/actions.ts": "webhooks:write",
  "app/dashboard/sms/actions.ts": { others: "sms:write", measureSmsAction: "self" },
  "app/dashboard/share-actions.ts": {
    others: "links:write",
    shareCampaignAction: "campaigns:write",
    stopSharingCampaignAction: "campaigns:write",
  },
  "app/dashboard/links/actions.ts": { others: "links:write", previewLinkQrAction: "links:read" },
  "app/dashboard/links/lifecycle-actions.ts": "links:write",
  "app/dashboard/links/list-actions.ts": { others: "links:write", saveListSettingsAction: "links:read" },
  "app/dashboard/links/dry-run-actions.ts": { others: "links:write", simulateAction: "links:read" },
  "app/dashboard/import/actions.ts": "links:write",
  "app/dashboard/tags/actions.ts": "links:write",
  "app/dashboard/utm-templates/actions.ts": "links:write",
  "app/dashboard/campaigns/actions.ts": "campaigns:write",
  "app/dashboard/channels/actions.ts": "channels:write",
  "app/dashboard/bio/actions.ts": "bio:write",
  "app/dashboard/qr-codes/actions.ts": { others: "qr:write", previewQrAction: "qr:read" },
  "app/dashboard/overlays/actions.ts": "overlays:write",
  "app/dashboard/splash/actions.ts": "splash:write",
  "app/dashboard/pixels/actions.ts": "pixels:write",
  "app/dashboard/domains/actions.ts": "domains:write",
  "app/dashboard/admin/instance/settings/actions.ts": "administrator",
  "app/dashboard/admin/plans/actions.ts": "administrator",
  "app/dashboard/admin/reports/actions.ts": "administrator",
  "app/dashboard/admin/users/actions.ts": "administrator",
  "app/dashboard/admin/users/invite/actions.ts": "administrator",
};

/** What an action needs, or undefined if it is not listed. */
export function neededFor(file: string, name: string): Needed | undefined {
  const all = needed[file];
  return typeof all === "object" ? (all[name] ?? all.others) : all;
}

const url = "https://example.com/other";

/** How to call the actions that name nothing of an account. */
export const ownCalls: Record<string, () => string | FormData> = {
  shortenAction: () => stated({ url }),
  createCampaignAction: () => values({ name: "New" }),
  createChannelAction: () => values({ name: "New" }),
  createOverlayAction: () => values("message", bodies.overlay),
  createSplashAction: () => values(bodies.splash),
  createPixelAction: () => values(bodies.pixel),
  createUtmTemplateAction: () => values(bodies.template(uniqueText)),
  createTemplateAction: () => values(bodies.qrTemplate),
  createTagAction: () => values(bodies.tag(uniqueText)),
  createDomainAction: () => values({ domain: `https://${uniqueText("new")}.example.com` }),
  saveViewAction: () => values({ name: "New", query: "q=new" }),
  saveListSettingsAction: () => values({ columns: ["clicks"], compact: true, perPage: 50 }),
  sendSmsAction: () => values({ from: "+15005550006", to: ["+14155550100"], message: url }),
  chooseDomain: () => stated({ domain: inject("server").url }),
  chooseZone: () => stated({ timezone: "Europe/Berlin" }),
  startWeeklyReport: () => values(),
  stopWeeklyReport: () => values(),
  trackConversions: () => values(),
  trackNoConversions: () => values(),
  linkSms: () => stated({ accountSid: `AC${"0".repeat(32)}`, authToken: "0".repeat(32) }),
  unlinkSms: () => values(),
  createKeyAction: () => values({ name: "New" }),
  inviteMemberAction: () => stated({ email: `${uniqueText("new")}@example.com`, role: "editor" }),
};
