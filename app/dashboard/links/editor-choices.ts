import { getLocale, getTranslations } from "next-intl/server";
import type { LinkForm } from "@/components/links/link-form";
import type { RuleChoices } from "@/components/links/rules-panel";
import type { Actor } from "@/lib/auth/actor";
import { usableDomains } from "@/lib/domains/service";
import { placesIn } from "@/lib/links/places";
import { presentLinkDetails } from "@/lib/links/presenter";
import { devices } from "@/lib/links/rules";
import type { LinkWithRelations } from "@/lib/links/service";
import { originOf } from "@/lib/links/short-url";

const choicesOf = (places: { code: string; name: string }[]) =>
  places.map(({ code, name }) => ({ value: code, label: name }));

/** What the editor offers the actor to choose from. */
export async function editorChoices(actor: Actor): Promise<{ domains: string[]; choices: RuleChoices }> {
  const t = await getTranslations("links.devices");
  const places = placesIn(await getLocale());
  return {
    domains: (await usableDomains(actor)).map(originOf),
    choices: {
      countries: choicesOf(places.countries()),
      languages: choicesOf(places.languages()),
      devices: devices.map((device) => ({ value: device, label: t(device) })),
    },
  };
}

/** A link as the editor edits it. */
export function formOf(link: LinkWithRelations): LinkForm {
  const details = presentLinkDetails(link);
  return {
    url: details.longurl,
    custom: details.alias,
    domain: details.domain,
    redirect: String(details.redirect),
    description: details.description,
    geotarget: details.geotarget,
    devicetarget: details.devicetarget,
    languagetarget: details.languagetarget,
    deeplink: {
      auto: details.deeplink?.auto ?? false,
      apple: details.deeplink?.apple ?? "",
      google: details.deeplink?.google ?? "",
    },
    metatitle: details.metatitle ?? "",
    metadescription: details.metadescription ?? "",
    metaimage: details.metaimage ?? "",
    parameters: details.parameters,
    password: "",
    expiry: details.expiry ?? "",
    clicklimit: String(details.clicklimit ?? ""),
    expiryurl: details.expiryurl ?? "",
    status: details.status,
  };
}
