/** The names that services use for each field, in lower case with only letters and digits. */
const names = {
  url: "url longurl destination destinationurl target targeturl originalurl originallink original fulllink fullurl longlink zielurl ziellink langeurl urldestino enlacelargo urllarga",
  shortUrl:
    "shorturl shortlink link bitlink bitlyurl shortenedurl shortenedlink tinyurl kurzlink kurzurl enlacecorto urlcorta",
  /** the same address once more: Short.io has one with https, too */
  otherShortUrl: "secureshorturl shorturlhttps",
  alias: "alias custom keyword address shortcode key slug backhalf custombackhalf slashtag path customalias customslug",
  alsoAt: "custombitlinks",
  domain: "domain domainauthority domainname domainfullname hostname",
  title: "title linktitle name titel titulo título",
  description: "description comments comment note notes",
  tags: "tags labels schlagwörter etiquetas",
  clicks:
    "clicks totalclicks clickcount clickscount hits visitcount visits visitscount visitssummarytotal engagements totalengagements klicks aufrufe clics",
  createdAt:
    "createdat created datecreated datecreatedutc createdate creationdate creationtime createdon dateadded timestamp date erstelltam erstellt creado fechadecreación",
  expiresAt:
    "expiresat expireat expirein expireson expiry expirydate expires expiration expirationdate expirationat " +
    "expireatdatetime metavaliduntil validuntil expirytime expirydatetime expirytimestamp expirationtime " +
    "expirationdatetime expirationtimestamp expiretime expiredate expiresattimestamp expdate exptime exp enddate " +
    "endsat endson endtime endat validto validtill validthru notafter activeuntil availableuntil deadline ablaufdatum gültigbis caducidad fechadecaducidad",
  startsAt:
    "startsat validsince validfrom activefrom metavalidsince startdate startat starttime startson notbefore availablefrom",
  clickLimit:
    "clicklimit clickslimit maxclicks maxvisits metamaxvisits expireatclicks expireatviews maxhits maxuses maxviews " +
    "maximumclicks maximumvisits visitlimit visitslimit hitlimit viewlimit uselimit usagelimit limitclicks limitvisits",
  expiryUrl: "expiryurl expiredurl expirationurl",
  password:
    "password protected haspassword passwordprotected ispasswordprotected passwordhash passwd pwd passcode passphrase " +
    "hassecret passwordenabled haspasscode",
  status: "status linkstatus state",
  archived: "archived isarchived",
  banned: "banned isbanned blocked",
  deleted: "deleted isdeleted deletedat deletedon trashed istrashed trashedat trash",
  disabled: "disabled isdisabled disabledat paused ispaused inactive isinactive deactivated isdeactivated",
  enabled: "enabled isenabled active isactive",
  forwards: "forwardquery forwardparameters",
  redirect: "redirect redirecttype redirectstatus redirectcode statuscode httpstatuscode",
  geo: "geo geotarget geotargets geotargeting",
  devices: "devicetarget devicetargets devicetargeting",
  languages: "languagetarget languagetargets languagetargeting",
  iphone: "ios iosurl iphone iphoneurl iostarget",
  ipad: "ipad ipadurl",
  android: "android androidurl androidtarget",
  metatitle: "metatitle ogtitle",
  metadescription: "metadescription ogdescription",
  metaimage: "metaimage ogimage",
  externalid: "externalid",
  utm_source: "utmsource",
  utm_medium: "utmmedium",
  utm_campaign: "utmcampaign",
  utm_term: "utmterm",
  utm_content: "utmcontent",
} as const;

export type Field = keyof typeof names;

export const fields = Object.keys(names) as Field[];

/** The fields that a user can choose for a column. */
export const choosableFields = [
  "url",
  "shortUrl",
  "alias",
  "domain",
  "title",
  "description",
  "tags",
  "clicks",
  "createdAt",
  "expiresAt",
  "clickLimit",
  "expiryUrl",
  "status",
] as const satisfies Field[];

/** The prefix of a column's name in the form where users choose its field. */
export const columnPrefix = "column.";

const namesOf = Object.fromEntries(Object.entries(names).map(([field, list]) => [field, list.split(" ")]));

const fieldOf = new Map(fields.flatMap((field) => (namesOf[field] ?? []).map((name) => [name, field] as const)));

/** Columns that say nothing about a link itself: the other service's own ids, statistics and generated addresses. */
const meaningless = new Set(
  `id idstring uid uuid guid hash hashid ref href self icon favicon ip object domainid domainref ownerid userid user owner
  creator createdby creatorid creatorfullname workspaceid workspace projectid teamid groupguid programid partnerid
  updatedat updated lastmodified modified modifiedat lastupdated lastclick lastclicked lastclickedat lastclickat lastclickdate
  lastvisit sessions uniqueclicks uniquevisits uniquehumanclicks humanclicks todayclicks leads sales saleamount conversions
  qrcode qr qrcodeurl qrurl clientid installedby references source line reason
  visitssummarynonbots visitssummarybots nonbotvisits botvisits`.split(/\s+/),
);

/** Returns the field of a column: as chosen by the user, else by its name; null if it is unknown. */
export function columnField(name: string, mapping: Record<string, string> = {}): Field | "ignore" | null {
  const chosen = Object.hasOwn(mapping, name) ? (mapping[name] as Field | "ignore") : undefined;
  return chosen ?? fieldOf.get(name) ?? (meaningless.has(name) ? "ignore" : null);
}

/** Words before or after a known name, and the fields for which they change nothing. */
const qualifiers: [word: string, of: readonly Field[]][] = [
  ...["utc", "gmt"].map((word): [string, readonly Field[]] => [word, ["createdAt", "expiresAt", "startsAt"]]),
  ...["total", "count", "alltime", "number"].map((word): [string, readonly Field[]] => [word, ["clicks"]]),
  ...["destination", "original", "target"].map((word): [string, readonly Field[]] => [word, ["url"]]),
  ["bitly", ["shortUrl"]],
  ["short", ["shortUrl"]],
  ["optional", choosableFields],
];

/**
 * Returns the field of a column whose name is not known as a whole: `longurldestination`, from "Long URL (destination)",
 * is `longurl` with a word that changes nothing. Null if there is none.
 */
export function fieldByWords(name: string): Field | null {
  for (const [word, of] of qualifiers) {
    const rest = name.endsWith(word)
      ? name.slice(0, -word.length)
      : name.startsWith(word)
        ? name.slice(word.length)
        : "";
    const field = fieldOf.get(rest);
    if (field && of.includes(field)) return field;
  }
  return null;
}

const noMapping: Record<string, string> = {};
/** The columns by field, for each file's mapping: an entry needs them for dozens of fields. */
const columnsByMapping = new WeakMap<Record<string, string>, Map<Field, string[]>>();

/** Returns the columns that may hold a field: those chosen by the user, then its known names in order. */
export function columnsReadAs(field: Field, mapping = noMapping): string[] {
  const known = columnsByMapping.get(mapping) ?? new Map<Field, string[]>();
  columnsByMapping.set(mapping, known);
  const columns = known.get(field) ?? findColumns(field, mapping);
  known.set(field, columns);
  return columns;
}

function findColumns(field: Field, mapping: Record<string, string>): string[] {
  const chosen = Object.keys(mapping).filter((name) => mapping[name] === field);
  return [...chosen, ...(namesOf[field] ?? []).filter((name) => !Object.hasOwn(mapping, name))];
}
