import type { Client } from "pg";
import { ClickSubject } from "@/generated/prisma/enums";
import type { Topic } from "@/lib/platform/database/changes";

/** The channel on which processes with open pages tell the drains whose clicks someone watches. */
export const WATCHED = "clicks_watched";
/** The channel on which processes with open pages tell the drains that a page has just opened, and whose clicks it shows. */
export const OPENED = "clicks_page_opened";
/** The channel on which drains tell these processes whose clicks they have just stored. */
export const COUNTED = "clicks_counted" satisfies Topic;

/** such as `link:12` */
export type SubjectKey = `${ClickSubject}:${number}`;

export const subjectKey = (subject: ClickSubject, id: number): SubjectKey => `${subject}:${id}`;

/** Returns the keys in a comma-separated list. Invalid ones are left out. */
export function parseSubjectKeys(list: string): { subject: ClickSubject; id: number; key: SubjectKey }[] {
  return list.split(",").flatMap((key) => {
    const [, subject = "", id = ""] = /^([a-z]+):([1-9]\d{0,8})$/.exec(key) ?? [];
    return subject in ClickSubject
      ? [{ subject: subject as ClickSubject, id: Number(id), key: key as SubjectKey }]
      : [];
  });
}

/** Number of keys in a notification: Postgres allows 8,000 bytes. */
const AT_ONCE = 400;

/** Sends keys to all listeners of a channel. */
export async function notify(database: Pick<Client, "query">, channel: string, keys: string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += AT_ONCE) {
    await database.query("select pg_notify($1, $2)", [channel, keys.slice(start, start + AT_ONCE).join(",")]);
  }
}

/** The tables of the subjects that can be clicked. */
export const SUBJECT_TABLES = { link: "links", qr: "qr_codes", campaign: "campaigns", bio: "bio_pages" } as const;
