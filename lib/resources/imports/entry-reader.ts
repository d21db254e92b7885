import { type Refusal, refusal } from "@/lib/contract/refusal";
import type { FileEntry, Labels } from "./file";
import { columnField, columnsReadAs, type Field } from "./format/columns";
import type { Reading } from "./format/schema";
import { isObject } from "./list-reader";
import { isEmptyValue, isFalse, isUnlimited, type Moment, parseMoment, storable } from "./values";

const shownLength = 80;

/** Reads the values of one entry. Each of the `notes` names a column that was not understood or not imported. */
export class EntryReader {
  readonly notes: Refusal[] = [];
  /** A setting that decides who may visit the link was not understood, so the link is off for now. */
  isUnclear = false;
  /** How ambiguous dates were read. */
  readonly dates = { assumed: false, ambiguous: false };
  private readonly used = new Set<string>();

  constructor(
    private readonly entry: FileEntry,
    private readonly reading: Reading,
    private readonly labels: Labels,
    /** column names that do not stand for their field in this file */
    private readonly except: ReadonlySet<string> = new Set(),
  ) {}

  /**
   * Returns the column that holds a field, if any: the first that is not empty. Other columns for the same field with
   * other values are noted.
   */
  column(field: Field): string | undefined {
    const held = this.columns(field);
    const name = held.find((one) => !isEmptyValue(this.entry[one])) ?? held[0];
    for (const other of held) {
      if (other === name || this.used.has(other)) continue;
      const isSame = JSON.stringify(this.entry[other]) === JSON.stringify(this.entry[name ?? ""]);
      if (!isSame && !isEmptyValue(this.entry[other]))
        this.note("import_column_second", other, { other: this.labelOf(name ?? "") });
      this.used.add(other);
    }
    if (name !== undefined) this.used.add(name);
    return name;
  }

  private columns(field: Field): string[] {
    return columnsReadAs(field, this.reading.mapping).filter((name) => {
      const value = this.entry[name];
      return !this.except.has(name) && !isMissing(value) && (!isObject(value) || field in structured);
    });
  }

  value(field: Field): unknown {
    const name = this.column(field);
    return name === undefined ? undefined : this.entry[name];
  }

  text(field: Field): string {
    return textOf(this.value(field));
  }

  /** Returns the values of all columns for a field. Used where each of them may limit the visits. */
  texts(field: Field): string[] {
    const held = this.columns(field);
    for (const name of held) this.used.add(name);
    return held.map((name) => textOf(this.entry[name]));
  }

  /** Returns a text of at most `length` characters, and notes if it was cut. */
  cut(field: Field, length: number): string {
    const text = this.text(field);
    if (text.length > length) this.noteOf(field, "import_text_cut", { count: length });
    return text.slice(0, length);
  }

  /** Returns a value that `read` understands, else notes it and, if `isNeeded`, turns the link off. */
  understood<Value>(field: Field, read: (text: string) => Value | undefined, isNeeded = false): Value | undefined {
    const text = this.text(field);
    if (isEmptyValue(text) || (isNeeded && isUnlimited(text))) return undefined;
    const value = read(text);
    if (value === undefined) this.unclear(field, isNeeded);
    return value;
  }

  moment(field: Field, isNeeded = false): string | undefined {
    const found = this.understood(field, (text): Moment | undefined => this.read(field, text), isNeeded);
    if (found?.assumed) this.dates.assumed = true;
    if (found?.ambiguous) this.dates.ambiguous = true;
    return found?.iso;
  }

  /** Dates in a column whose name ends with UTC are in UTC. A link works until the end of its last day. */
  private read(field: Field, text: string) {
    const isUtc = columnsReadAs(field, this.reading.mapping).some((name) => name.endsWith("utc") && this.entry[name]);
    const { timeZone, dayFirst } = this.reading;
    const day = field === "expiresAt" ? "end" : "start";
    const moment = parseMoment(text, { timeZone: isUtc ? "UTC" : timeZone, dayFirst, day });
    return isUtc && moment ? { ...moment, assumed: false } : moment;
  }

  /** Notes that a value is not understood. */
  unclear(field: Field, isNeeded = false): void {
    if (isNeeded) this.isUnclear = true;
    this.noteOf(field, isNeeded ? "import_private_unclear" : "import_value_unclear");
  }

  /** Turns the link off if a column for a field has a value that is not known. */
  unclearUnless(field: Field, isKnown: (text: string) => boolean): void {
    for (const name of this.columns(field)) {
      if (isKnown(textOf(this.entry[name]))) continue;
      this.isUnclear = true;
      this.note("import_private_unclear", name);
    }
  }

  /** Notes a refusal for the column that holds a field. */
  noteOf(field: Field, code: NoteCode, more: NoteParams = {}): void {
    const name = this.column(field);
    if (name !== undefined) this.note(code, name, more);
  }

  /**
   * Notes that the link gets a random alias although one of these fields has a value, or a column that says nothing
   * known about the link has one that `isAddress` accepts.
   */
  noteRandomAlias(addresses: Field[], isAddress: (name: string, value: unknown) => boolean): void {
    const held = addresses.map((field) => this.column(field));
    const name =
      held.find((one) => one !== undefined && !isEmptyValue(this.entry[one])) ??
      Object.keys(this.entry).find((one) => this.isUnused(one) && isAddress(one, this.entry[one]));
    if (name !== undefined) this.note("import_alias_random", name);
  }

  /** Returns whether a column is not recognized, or ignored without a choice of the user. */
  private isUnused(name: string): boolean {
    const isChosen = Object.hasOwn(this.reading.mapping, name);
    return !isChosen && (columnField(name) ?? "ignore") === "ignore";
  }

  /** Notes every unknown column that is not empty. One that may limit the visits turns the link off. */
  noteUnrecognised(): void {
    const known = Object.keys(this.entry).filter(
      (name) => isObject(this.entry[name]) && columnField(name, this.reading.mapping) !== null,
    );
    for (const [name, value] of Object.entries(this.entry)) {
      if (this.used.has(name) || columnField(name, this.reading.mapping) !== null) continue;
      // The members of an object are separate columns, unless the object as a whole is known.
      if (isObject(value) && Object.keys(this.entry).some((other) => isMember(other, name))) continue;
      if (mayLimitVisits(name, value)) {
        this.isUnclear = true;
        this.note("import_access_unclear", name);
      } else if (!isEmptyValue(value) && !known.some((object) => isMember(name, object))) {
        this.note("import_column_unknown", name);
      }
    }
  }

  private note(code: NoteCode, name: string, more: NoteParams = {}): void {
    const text = this.entry[name];
    const value = storable(typeof text === "object" ? JSON.stringify(text) : String(text));
    const shown = value.length > shownLength ? `${storable(value.slice(0, shownLength - 1))}…` : value;
    if (this.notes.some(({ code: known, params }) => known === code && params?.column === this.labelOf(name))) return;
    this.notes.push(refusal(code as "import_column_unknown", { column: this.labelOf(name), value: shown, ...more }));
  }

  private labelOf(name: string): string {
    return storable(this.labels.get(name) ?? name).slice(0, shownLength);
  }
}

const textOf = (value: unknown) =>
  value === undefined || typeof value === "object" ? "" : storable(String(value)).trim();

const isMember = (name: string, object: string) => name !== object && name.startsWith(object);

type NoteCode =
  | "import_access_unclear"
  | "import_alias_random"
  | "import_column_second"
  | "import_column_unknown"
  | "import_private_unclear"
  | "import_starts_later"
  | "import_text_cut"
  | "import_value_unclear";

type NoteParams = { count?: number; other?: string };

/** Fields whose value may be a list or an object. */
const structured = { tags: true, alsoAt: true, geo: true, devices: true, languages: true };

const isMissing = (value: unknown) => value === undefined || value === null || value === "";

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
function mayLimitVisits(name: string, value: unknown): boolean {
  if (value === null || value === undefined || value === "") return false;
  const text = (typeof value === "object" ? JSON.stringify(value) : String(value)).trim();
  if (opens.test(name)) return isFalse(text);
  if (!limits.test(name) || texts.test(name) || /^https?:/i.test(text)) return false;
  return !isFalse(text) && !isUnlimited(text) && !openValues.test(text);
}
