import { getLocale, getTranslations } from "next-intl/server";
import type { LinkForm, RuleChoices } from "@/components/links/link-form";
import type { Creations, LinkChoices } from "@/components/links/use-creations";
import type { UtmTemplate } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { geography } from "@/lib/clicks/classify/geography";
import { placesIn } from "@/lib/contract/places";
import { readableUrl } from "@/lib/contract/readable-url";
import { db } from "@/lib/platform/database/db";
import { type TextField, textFields } from "@/lib/resources/links/fields";
import { presentLinkDetails } from "@/lib/resources/links/presenter";
import type { LinkWithRelations } from "@/lib/resources/links/read";
import { asOneList } from "@/lib/resources/links/rule-fields";
import { browsers, devices, systems } from "@/lib/resources/links/rules";
import { visitedPlaces } from "@/lib/resources/links/statistics/visited-places";
import { readRules } from "@/lib/resources/links/stored";
import { listOwnedNames } from "@/lib/resources/ownership";
import { offeredUtmTemplates } from "@/lib/resources/utm-templates/service";
import { domainChoices, listOwnedChoices } from "../_lib/choices";
import { createCampaignAction } from "../campaigns/actions";
import { createChannelAction } from "../channels/actions";
import { createDomainAction } from "../domains/actions";

const choicesOf = (places: { code: string; name: string }[]) =>
  places.map(({ code, name }) => ({ value: code, label: name }));

const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** The choices that the link editor offers the actor. They include what an existing link has. */
export async function editorChoices(actor: Actor, link?: LinkWithRelations) {
  const [domains, campaigns, channels, splashPages, overlays, pixels, tags, templates, visited] = await Promise.all([
    domainChoices(actor),
    listOwnedChoices(db.campaign, actor, "campaign"),
    listOwnedChoices(db.channel, actor, "channel"),
    listOwnedChoices(db.splashPage, actor, "splash page"),
    listOwnedChoices(db.overlay, actor, "overlay"),
    listOwnedChoices(db.pixel, actor, "pixel"),
    listOwnedNames(db.tag, actor, "tag"),
    offeredUtmTemplates(actor),
    geography().hasCities ? visitedPlaces(actor) : null,
  ]);
  const places: LinkChoices = {
    ...{ domains, campaigns, channels, splashPages, overlays },
    tags: tags.map(({ name }) => name),
  };
  return {
    places,
    pixels,
    templates: templates.map(shownTemplate),
    choices: { ...(await ruleChoices(link)), visited },
  };
}

const shownTemplate = ({ id, name, source, medium, campaign, term, content }: UtmTemplate) => ({
  ...{ id, name, source, medium, campaign, term, content },
});

async function ruleChoices(link?: LinkWithRelations): Promise<Omit<RuleChoices, "visited">> {
  const t = await getTranslations("links.devices");
  const places = placesIn(await getLocale());
  const present = asOneList(readRules(link?.rules ?? [])).flatMap(({ when }) => when.language ?? []);
  return {
    country: choicesOf(places.countries()),
    language: choicesOf(places.languages(present)),
    device: devices.map((device) => ({ value: device, label: t(device) })),
    os: same(systems),
    browser: same(browsers),
  };
}

/** A link in the form that the editor uses. */
export function formOf(link: LinkWithRelations): LinkForm {
  const details = presentLinkDetails(link);
  const texts = Object.fromEntries(textFields.map((field) => [field, String(details[field] ?? "")]));
  return {
    ...(texts as Record<TextField, string>),
    url: readableUrl(details.longurl),
    custom: details.alias,
    domain: details.domain,
    rules: asOneList(readRules(link.rules)),
    split: details.split,
    splitfinish: details.splitfinish,
    deeplink: {
      auto: details.deeplink?.auto ?? false,
      apple: details.deeplink?.apple ?? "",
      google: details.deeplink?.google ?? "",
    },
    tags: details.tags,
    pixels: details.pixels.map(String),
    parameters: details.parameters,
    password: "",
    status: details.status,
  };
}

/** What users can create from within the link editor. */
export const creations: Creations = {
  domain: createDomainAction,
  campaign: createCampaignAction,
  channel: createChannelAction,
};
