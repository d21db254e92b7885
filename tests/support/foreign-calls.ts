import { formArguments } from "./actions";
import type { Things } from "./things";

/** The arguments of an action: JSON text or a form, as React's scripts send it. */
type Arguments = string | FormData;

/**
 * The arguments of calls by the owner of `mine` on the things of `theirs`. If both are the same user's, each call
 * succeeds: so a refusal is only about ownership.
 */
export type Calls = (theirs: Things, mine: Things) => Arguments[];

/** The action names nothing of an account: it is about the user who is logged in, or takes a secret of the owner. */
export const namesNothing = "names nothing";

export const values = (...list: unknown[]): string => JSON.stringify(list);
/** The arguments of an action on a form with state. */
export const stated = (fields: Record<string, unknown>) => formArguments(Object.entries(fields), ["$undefined", "$K1"]);
const plain = (fields: Record<string, unknown>) => formArguments(Object.entries(fields), ["$K1"]);

const url = "https://example.com/other";
const visitor = { country: "FR" };
const on = { enabled: true };
const some = { enabled: true, count: 5 };
const limits = {
  ...{ links: 5, clicks: 5, retention: 5, team: some, splash: some, overlay: some, pixels: some, domain: some },
  ...{ custom: on, multiple: on, alias: on, device: on, geo: on, bundle: on, parameters: on, export: on, api: on },
};
const contact = { type: "vcard", data: { fname: "Bob" } };
const block = { type: "link", title: "Shop", url };

/** Returns whether only administrators may call a file's actions. */
export const isAdministrators = (file: string) => file.includes("/admin/");

/** All actions by file and name. */
export const foreignCalls: Record<string, Record<string, Calls | typeof namesNothing>> = {
  // This comes before the address changes that the transfers are offered to.
  "app/dashboard/settings/handovers/actions.ts": {
    offerAction: (theirs, mine) => [stated({ email: `to-${mine.link}@example.com`, links: String(theirs.link) })],
    acceptAction: ({ offered }) => [stated({ token: offered[0] })],
    refuseAction: ({ offered }) => [stated({ token: offered[1] })],
    withdrawAction: ({ offer }) => [stated({ token: offer })],
  },
  "lib/http/choose-locale.ts": { chooseLocale: namesNothing },
  "lib/http/choose-zone.ts": { chooseZone: namesNothing, adoptZone: namesNothing },
  "app/(site)/actions.ts": {
    logIn: namesNothing,
    submitSecondFactor: namesNothing,
    mailConfirmationAgain: namesNothing,
    register: namesNothing,
    forgotPassword: namesNothing,
    setNewPassword: namesNothing,
    logInOnce: namesNothing,
    confirmAccount: namesNothing,
    join: namesNothing,
    declineJoining: namesNothing,
    confirmNewEmail: ({ emailToken }) => [stated({ token: emailToken })],
  },
  "app/dashboard/actions.ts": {
    logOut: namesNothing,
    confirmAction: namesNothing,
    chooseAccountAction: ({ user }) => [values(user.id)],
    keepPictureAction: ({ upload }) => [values(upload)],
    cropPictureAction: ({ upload }) => [values({ picture: upload, left: 0, top: 0, width: 1, height: 1 })],
  },
  "app/dashboard/settings/actions.ts": {
    changeEmail: namesNothing,
    changePassword: namesNothing,
    chooseDomain: namesNothing,
    mailPasswordLink: namesNothing,
    startWeeklyReport: namesNothing,
    stopWeeklyReport: namesNothing,
    trackConversions: namesNothing,
    trackNoConversions: namesNothing,
    revealKey: namesNothing,
    rotateKey: namesNothing,
    switchKey: namesNothing,
    requireConfirmationAction: namesNothing,
    linkSms: namesNothing,
    unlinkSms: namesNothing,
    endAllOtherSessions: namesNothing,
    disconnect: ({ identity }) => [values(identity)],
    endOneSession: ({ session }) => [plain({ session })],
    createKeyAction: namesNothing,
    deleteKeyAction: ({ apiKey }) => [values(apiKey)],
    leaveAccount: namesNothing,
    keepAccount: namesNothing,
  },
  "app/dashboard/settings/two-factor/actions.ts": {
    begin: namesNothing,
    enable: namesNothing,
    renewCodes: namesNothing,
    disable: namesNothing,
  },
  "app/dashboard/settings/members/actions.ts": {
    inviteMemberAction: namesNothing,
    withdrawMemberInvitation: ({ invitation }) => [stated({ id: invitation })],
    changeRoleAction: ({ member }) => [stated({ id: member, role: "analyst" })],
    removeMemberAction: ({ member }) => [values(member)],
    leaveAction: namesNothing,
  },
  "app/dashboard/settings/forwarding/actions.ts": {
    createForwardingAction: ({ link, campaign }) => [
      values({ kind: "plausible", site: "example.com", events: ["clicks"], linkid: link }),
      values({ kind: "plausible", site: "example.com", events: ["clicks"], campaignid: campaign }),
    ],
    updateForwardingAction: ({ forwarding }) => [
      values(forwarding, { name: "Mine" }),
      values(forwarding, { name: null, token: "AbCdEf123456" }),
    ],
    switchForwardingAction: ({ forwarding }) => [values(forwarding, false), values(forwarding, true)],
    testForwardingAction: ({ forwarding }) => [values(forwarding)],
    forwardAgainAction: (theirs, mine) => [
      values(theirs.forwarding, {}),
      values(mine.forwarding, { deliveryid: theirs.forwarded }),
    ],
    deleteForwardingAction: ({ forwarding }) => [values(forwarding)],
  },
  "app/dashboard/settings/webhooks/actions.ts": {
    createWebhookAction: ({ link, campaign }) => [
      values({ url, events: ["limit.near"], linkid: link }),
      values({ url, events: ["limit.near"], campaignid: campaign }),
    ],
    updateWebhookAction: ({ webhook }) => [values(webhook, { name: "Mine" }), values(webhook, { name: null })],
    switchWebhookAction: ({ webhook }) => [values(webhook, false), values(webhook, true)],
    rotateWebhookAction: ({ webhook }) => [values(webhook)],
    testWebhookAction: ({ webhook }) => [values(webhook)],
    redeliverAction: (theirs, mine) => [
      values(theirs.webhook, {}),
      values(mine.webhook, { deliveryid: theirs.delivery }),
    ],
    deleteWebhookAction: ({ webhook }) => [values(webhook)],
  },
  "app/dashboard/sms/actions.ts": { sendSmsAction: namesNothing, measureSmsAction: namesNothing },
  "app/dashboard/links/actions.ts": {
    shortenAction: namesNothing,
    checkDestinationAction: ({ link }) => [values(link)],
    createLinkAction: ({ campaign, channel, pixel, overlay, splash }) => [
      values({ url, campaign }),
      values({ url, channel }),
      values({ url, pixels: [pixel] }),
      values({ url, type: `overlay-${overlay}` }),
      values({ url, type: `splash-${splash}` }),
    ],
    updateLinkAction: (theirs, mine) => [
      values(theirs.link, { description: "Mine" }),
      values(mine.link, { campaign: theirs.campaign }),
      values(mine.link, { channel: theirs.channel }),
      values(mine.link, { pixels: [theirs.pixel] }),
      values(mine.link, { type: `overlay-${theirs.overlay}` }),
      values(mine.link, { type: `splash-${theirs.splash}` }),
    ],
    deleteLinkAction: ({ link }) => [values(link)],
    previewLinkQrAction: ({ link, upload }, mine) => [values(link, {}), values(mine.link, { logo: upload })],
    designLinkAction: (theirs, mine) => [
      values(theirs.link, { dots: "rounded" }),
      values(mine.link, { logo: theirs.upload }),
      values(mine.link, { template: theirs.qrTemplate }),
    ],
  },
  "app/dashboard/share-actions.ts": {
    shareLinkAction: ({ link }) => [values(link, {}), values(link, { password: "mine" })],
    stopSharingLinkAction: ({ link }) => [values(link)],
    shareCampaignAction: ({ campaign }) => [values(campaign, {})],
    stopSharingCampaignAction: ({ campaign }) => [values(campaign)],
  },
  "app/dashboard/links/dry-run-actions.ts": {
    simulateAction: ({ link }) => [values(link, {}, visitor)],
    replayAction: ({ link }) => [values(link, {}, 30)],
  },
  "app/dashboard/links/lifecycle-actions.ts": {
    archiveLinksAction: ({ links }) => [values(links, true), values(links, false)],
    duplicateLinkAction: ({ link }) => [values(link)],
    restartSplitAction: ({ link }) => [values(link, "split")],
    sendEveryoneAction: ({ split }) => [values(split, "split", "https://example.com/b")],
    putBackSplitAction: ({ link }) => [values(link, { url })],
    restoreLinkAction: ({ deleted }) => [values(deleted)],
    eraseLinkAction: ({ erased }) => [values(erased)],
    revertLinkAction: ({ changed }) => [values(changed.id, { before: changed.change })],
    undoLinksAction: ({ linkChange }) => [values(linkChange)],
    changeLinksAction: (theirs, mine) => [
      values({ ids: theirs.links, status: "off" }),
      values({ ids: theirs.links, campaign: mine.campaign }),
      values({ ids: theirs.links, campaign: null }),
      values({ ids: mine.links, campaign: theirs.campaign }),
      values({ ids: theirs.links, channel: mine.channel }),
      values({ ids: mine.links, channel: theirs.channel }),
      values({ ids: theirs.links, archived: true }),
      values({ ids: theirs.links, archived: false }),
    ],
  },
  "app/dashboard/links/list-actions.ts": {
    saveListSettingsAction: namesNothing,
    saveViewAction: namesNothing,
    deleteViewAction: ({ view }) => [values(view)],
  },
  "app/dashboard/campaigns/actions.ts": {
    createCampaignAction: namesNothing,
    updateCampaignAction: ({ campaign }) => [values(campaign, { name: "Mine" }), values(campaign, {})],
    assignAction: (theirs, mine) => [values(theirs.campaign, mine.link), values(mine.campaign, theirs.link, 3)],
    unassignAction: (theirs) => [values(theirs.campaign, theirs.link)],
    deleteCampaignAction: ({ campaign }) => [values(campaign)],
  },
  "app/dashboard/channels/actions.ts": {
    createChannelAction: namesNothing,
    updateChannelAction: ({ channel }) => [values(channel, { name: "Mine", description: null })],
    assignAction: (theirs, mine) => [
      values(theirs.channel, `links/${mine.link}`),
      values(mine.channel, `links/${theirs.link}`),
      values(mine.channel, `bio/${theirs.bio}`),
      values(mine.channel, `qr/${theirs.qr}`),
    ],
    unassignAction: (theirs) => [values(theirs.channel, `links/${theirs.link}`)],
    deleteChannelAction: ({ channel }) => [values(channel)],
  },
  "app/dashboard/bio/actions.ts": {
    createBioAction: ({ pixel }, { unique }) => [
      values({ slug: unique("bio"), name: "Mine", blocks: [block], pixels: [pixel] }),
    ],
    updateBioAction: (theirs, mine) => [
      values(theirs.bio, { name: "Mine", blocks: null }),
      values(mine.bio, { pixels: [theirs.pixel] }),
    ],
    deleteBioAction: ({ bio }) => [values(bio)],
  },
  "app/dashboard/qr-codes/actions.ts": {
    previewQrAction: ({ qr, upload }) => [
      values({ draft: "draft", id: qr }, contact),
      values({ draft: "draft" }, { ...contact, logo: upload }),
    ],
    createQrAction: ({ upload }, { unique }) => [values(unique("draft"), { ...contact, logo: upload })],
    updateQrAction: (theirs, mine) => [
      values(theirs.qr, { data: url }),
      values(mine.qr, { data: url, logo: theirs.upload }),
    ],
    deleteQrAction: ({ qr }) => [values(qr)],
    createTemplateAction: namesNothing,
    renameTemplateAction: ({ qrTemplate }) => [values(qrTemplate, "Mine")],
    deleteTemplateAction: ({ qrTemplate }) => [values(qrTemplate)],
  },
  "app/dashboard/overlays/actions.ts": {
    createOverlayAction: namesNothing,
    updateOverlayAction: ({ overlay }) => [values(overlay, { name: "Mine" })],
    deleteOverlayAction: ({ overlay }) => [values(overlay)],
  },
  "app/dashboard/splash/actions.ts": {
    createSplashAction: namesNothing,
    updateSplashAction: ({ splash }) => [values(splash, { name: "Mine" })],
    deleteSplashAction: ({ splash }) => [values(splash)],
  },
  "app/dashboard/pixels/actions.ts": {
    createPixelAction: namesNothing,
    updatePixelAction: ({ pixel }) => [values(pixel, { name: "Mine" }), values(pixel, {})],
    deletePixelAction: ({ pixel }) => [values(pixel)],
  },
  "app/dashboard/utm-templates/actions.ts": {
    createUtmTemplateAction: namesNothing,
    updateUtmTemplateAction: ({ template }) => [values(template, { name: "Mine" }), values(template, { term: "x" })],
    deleteUtmTemplateAction: ({ template }) => [values(template)],
  },
  "app/dashboard/tags/actions.ts": {
    createTagAction: namesNothing,
    updateTagAction: ({ tag }) => [values(tag, { name: "Mine" }), values(tag, { color: "#123456" })],
    deleteTagAction: ({ tag }) => [values(tag)],
  },
  "app/dashboard/domains/actions.ts": {
    createDomainAction: namesNothing,
    updateDomainAction: ({ domain }) => [values(domain, { redirectroot: url })],
    deleteDomainAction: ({ domain }) => [values(domain)],
  },
  "app/dashboard/import/actions.ts": {
    startImportAction: (theirs) => [stated({ id: theirs.import, taken: "skip" })],
    readAgainAction: (theirs) => [stated({ id: theirs.import, timezone: "UTC", dayfirst: 0 })],
    deleteImportAction: (theirs) => [values(theirs.import)],
  },
  "app/dashboard/admin/instance/settings/actions.ts": {
    updateInstanceSettingsAction: () => [values(1, { docspage: true })],
  },
  "app/dashboard/admin/plans/actions.ts": {
    createPlanAction: (_, { unique }) => [values({ name: unique("Theirs"), limits })],
    updatePlanAction: (theirs) => [values(theirs.plan, { name: theirs.unique("Theirs") })],
    deletePlanAction: ({ sparePlan }) => [values(sparePlan)],
  },
  "app/dashboard/admin/reports/actions.ts": {
    disableAction: ({ link }) => [stated({ id: link, reason: "Spam" })],
    enableAction: ({ link }) => [stated({ id: link })],
    dismissAction: ({ link }) => [stated({ id: link })],
    takeDownAction: () => [stated({ scope: "host", target: "evil.example", reason: "Spam" })],
    undoTakedownAction: () => [stated({ id: 1 })],
  },
  "app/dashboard/admin/users/actions.ts": {
    addUserAction: (_, { unique }) => {
      const username = unique("new");
      return [values({ username, email: `${username}@example.com`, password: "a long password" })];
    },
    setAdministratorAction: ({ user }) => [values(user.id, true), values(user.id, false)],
    subscribeAction: ({ user, plan }) => [stated({ planid: plan, userid: user.id, type: "monthly" })],
    removeTwoFactorAction: ({ user }) => [values(user.id)],
    rotateKeyAction: ({ user }) => [values(user.id)],
    signInAsAction: ({ user }) => [values(user.id)],
    signInAgainAction: namesNothing,
    deleteUserAction: ({ user }) => [values(user.id)],
  },
  "app/dashboard/admin/users/invite/actions.ts": {
    inviteAction: (_, { unique }) => [stated({ email: `${unique("new")}@example.com` })],
    withdrawAction: ({ invited }) => [plain({ email: invited })],
  },
};
