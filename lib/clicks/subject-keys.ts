import type { Client } from "pg";
import { ClickSubject } from "@/generated/prisma/enums";
import type { Topic } from "@/lib/platform/changes";

/** What processes with pages open tell the drains: whose clicks somebody looks at. */
export const WATCHED = "clicks_watched";
/** What drains tell these processes: whose clicks they have just stored. */
export const COUNTED = "clicks_counted" satisfies Topic;

/** `link:12` */
export type SubjectKey = `${ClickSubject}:${number}`;

export const subjectKey = (subject: ClickSubject, id: number): SubjectKey => `${subject}:${id}`;

/** The keys in a list with commas between them. What is none is left out. */
export function keysIn(list: string): { subject: ClickSubject; id: number; key: SubjectKey }[] {
  return list.split(",").flatMap((key) => {
    const [, subject = "", id = ""] = /^([a-z]+):([1-9]\d{0,8})$/.exec(key) ?? [];
    return subject in ClickSubject
      ? [{ subject: subject as ClickSubject, id: Number(id), key: key as SubjectKey }]
      : [];
  });
}

/** A notification of Postgres holds 8,000 bytes. */
const AT_ONCE = 400;

/** Sends keys to everybody who listens. */
export async function notify(database: Pick<Client, "query">, channel: string, keys: string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += AT_ONCE) {
    await database.query("select pg_notify($1, $2)", [channel, keys.slice(start, start + AT_ONCE).join(",")]);
  }
}

/** What can be clicked. */
export const SUBJECT_TABLES = { link: "links", qr: "qr_codes", campaign: "campaigns", bio: "bio_pages" } as const;
