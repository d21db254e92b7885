import { parametersOf, utmFields } from "@/lib/contract/utm";
import { importedSettings, textFields } from "@/lib/resources/links/fields";
import type { EntryReader } from "./entry-reader";
import type { FileEntry } from "./file";
import type { Field } from "./format/columns";
import { addressOf } from "./short-urls";
import { isAddress, type TargetKind, targetsIn } from "./targets";
import { isEmpty, parsed, storableIn } from "./values";

export const settingNames = new Set<string>(importedSettings);
const textNames = new Set<string>(textFields);

/**
 * Reads the settings of a link from another Signpost. In a table, lists and objects are JSON. The overlay and splash
 * page are not settings but related things.
 */
export function settingsOf(entry: FileEntry): Record<string, unknown> | undefined {
  const set = importedSettings.flatMap((name) => {
    const value = storableIn(textNames.has(name) ? entry[name] : parsed(entry[name]));
    const isEmpty =
      value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
    return isEmpty || (name === "type" && /\d$/.test(String(value))) ? [] : [[name, value]];
  });
  return set.length > 0 ? Object.fromEntries(set) : undefined;
}

/** Reads settings of other services that exist here too. */
export function foreignSettings(reader: EntryReader): Record<string, unknown> | undefined {
  const targets = (kind: TargetKind) => {
    const value = reader.value(kind);
    if (isEmpty(value)) return [];
    const found = targetsIn(kind, value);
    if (!found) reader.unclear(kind);
    return found ?? [];
  };
  const address = (field: Field) => reader.understood(field, (text) => (isAddress(text) ? text : undefined));
  const devices = (["iphone", "ipad", "android"] as const).flatMap((device) => {
    const link = address(device);
    return link === undefined ? [] : [{ device, link }];
  });
  const url = addressOf(reader.text("url"));
  const own = parametersOf(url?.search ?? "");
  const parameters = utmFields.flatMap((field) => {
    const name = `utm_${field}` as const;
    const value = reader.text(name);
    return isEmpty(value) || own.has(name) ? [] : [{ name, value }];
  });
  const settings = {
    forward: isEmpty(reader.text("forwards")) ? undefined : "query",
    redirect: reader.understood("redirect", redirectOf),
    geotarget: targets("geo"),
    devicetarget: [...targets("devices"), ...devices],
    languagetarget: targets("languages"),
    parameters,
    expiryurl: address("expiryUrl"),
    metatitle: reader.cut("metatitle", 255) || undefined,
    metadescription: reader.cut("metadescription", 1000) || undefined,
    metaimage: address("metaimage"),
    externalid: reader.text("externalid") || undefined,
  };
  const set = Object.entries(settings).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return set.length > 0 ? Object.fromEntries(set) : undefined;
}

const redirectOf = (text: string) => (/^30[1278]$/.test(text) ? Number(text) : undefined);
