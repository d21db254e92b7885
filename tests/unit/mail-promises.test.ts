import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { locales } from "@/lib/contract/locales";

/**
 * Every sentence on a page that promises a mail, and the one that the page shows without a mail server. The page of
 * null is not shown then: see tests/api/without-mail.test.ts.
 */
const promises: Record<string, string | null> = {
  "account.confirm.awaited": null,
  "account.confirm.sent": null,
  "account.confirm.sentAgain": null,
  "account.forgot.lead": "account.forgot.leadWithoutMail",
  "account.forgot.sent": "account.forgot.sentWithoutMail",
  "admin.invite.mailed": "admin.invite.notMailed",
  "admin.twoFactor.text": "admin.twoFactor.textWithoutMail",
  "ownership-transfers.new.emailAbout": "ownership-transfers.new.emailAboutWithoutMail",
  "refusals.address_unconfirmed": null,
  "settings.members.mailed": "settings.members.notMailed",
  "settings.password.mail": "settings.password.mailWithoutMail",
  "settings.password.mailed": "settings.password.mailedWithoutMail",
  "settings.profile.sent": "settings.profile.done",
  "settings.weekly.lead": "settings.weekly.leadWithoutMail",
};

type Tree = { [key: string]: string | Tree };

const flat = (tree: Tree, prefix: string): [key: string, words: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  );

const messagesOf = (locale: string) =>
  new Map(
    readdirSync(`messages/${locale}`)
      .filter((file) => file !== "mails.json")
      .flatMap((file) =>
        flat(JSON.parse(readFileSync(`messages/${locale}/${file}`, "utf8")), file.replace("json", "")),
      ),
  );

const promise =
  /\bwe(?:'ll)?\b[^.]*\b(?:sen[dt]|notify)\b|\bsend me\b|get an e-mail|spam folder|by e-mail(?! address)|\bour e-mail|on its way/i;

it("has another sentence for each promise of a mail", () => {
  const english = messagesOf("en");
  expect([...english].filter(([, words]) => promise.test(words)).map(([key]) => key)).toEqual(Object.keys(promises));
  for (const locale of locales)
    for (const [key, other] of Object.entries(promises))
      if (other) expect(messagesOf(locale).get(other), `${locale}: ${key}`).toMatch(/\p{L}/u);
});
