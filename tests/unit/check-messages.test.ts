import { expect, it } from "vitest";
import { differences, unknownKeys } from "../../scripts/check-messages.mjs";

it("names the keys that a language lacks, or has alone", () => {
  const messages = {
    en: { links: { title: "Links", menu: { open: "Open" } } },
    de: { links: { title: "Links", menu: { close: "Zu" } } },
  };
  expect(differences(messages)).toEqual([
    "messages/de lacks links.menu.open.",
    "messages/de has links.menu.close, which English lacks.",
  ]);
  expect(differences({ en: messages.en, de: messages.en })).toEqual([]);
});

it("names the keys that code uses and English lacks", () => {
  const source = `
const t = useTranslations("links");
const menu = await getTranslations("links.menu");
const other = list.map((t) => x.t("no"));
t("title"); t.rich("missing", {}); menu("open"); menu(
  "shut"); t(key); at("no");
const t = useTranslations(); t("links.menu.open"); t("links.shut");`;
  expect(unknownKeys("a.tsx", source, new Set(["links.title", "links.menu.open"]))).toEqual([
    "a.tsx:5 uses links.missing, which English lacks.",
    "a.tsx:7 uses links.links.shut, which English lacks.",
    "a.tsx:5 uses links.menu.shut, which English lacks.",
  ]);
});
