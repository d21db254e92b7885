import { isFalse, isUnlimited } from "./values";

/** Names, in the languages of the pages, that speak of an end, a password, a limit of visits or a state. */
const limits = new RegExp(
  [
    ...[
      "expir",
      "until",
      "^ends?",
      "enddate",
      "ttl$",
      "lifetime",
      "destruct",
      "autodelete",
      "deleteafter",
      "burnafter",
    ],
    ...["ablauf", "abläuft", "gültigbis", "caduc", "notbefore", "startdate"],
    ...["passw", "passcode", "passphrase", "pwd", "^pin(?:code)?$", "contraseñ", "loginrequired", "requireslogin"],
    ...["secret", "geheim", "protect", "geschützt", "locked", "gesperrt", "privat", "privad", "unlisted", "hidden"],
    ...["restrict", "visibility", "disab", "deactiv", "deaktiv", "desactiv", "inactiv", "paused", "suspend", "revoked"],
    ...["draft", "blocked", "^max", "limit", "quota", "remaining", "onetime", "singleuse"],
  ].join("|"),
);
const texts = /note|notiz|nota|comment|memo|descr|title|label|message/;
const opens = /^(?:is)?(?:public|visible|published|live|activated|öffentlich)$/;
const openValues = /^(?:public|open|visible|everyone|anyone|all|active|enabled|published)$/i;

/**
 * Returns whether a column that is not recognized may limit who can open the link, by its name and value. A URL does
 * not, because it may be where visitors go after the link has ended.
 */
export function mayLimitVisits(name: string, value: unknown): boolean {
  if (value === null || value === undefined || value === "") return false;
  const text = (typeof value === "object" ? JSON.stringify(value) : String(value)).trim();
  if (opens.test(name)) return isFalse(text);
  if (!limits.test(name) || texts.test(name) || /^https?:/i.test(text)) return false;
  return !isFalse(text) && !isUnlimited(text) && !openValues.test(text);
}
