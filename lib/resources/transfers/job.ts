import type { Actor } from "@/lib/auth/actor";
import type { AppLocale } from "@/lib/contract/locales";
import type { CheckHow } from "@/lib/resources/imports/schema";

/** For which account a job is done, and with whose rights. */
interface Whose {
  userId: number;
  memberId: number;
  /** the API key that asked, whose scopes bound what the job may read; null for a browser */
  keyId: number | null;
}

export const whoseOf = ({ userId, by }: Actor): Whose => ({ userId, memberId: by.userId, keyId: by.keyId });

/** A file of links that is read into rows of an import. */
export interface CheckJob extends Whose, CheckHow {
  kind: "check";
  importId: number;
  path: string;
}

/** A file that is written line by line: an export, or the lines of an import that did not become links. */
export type LinesJob = Whose &
  ({ kind: "export"; fileName: string; ids?: number[] } | { kind: "leftovers"; importId: number; locale: AppLocale });

/** All that an account has, as one ZIP. */
export interface ArchiveJob extends Whose {
  kind: "archive";
}

/** A file that is sent while it is made. */
export type FileJob = LinesJob | ArchiveJob;

/** Work that takes long, or memory, or a stranger's file: none of it for the thread that answers visitors. */
export type Job = CheckJob | FileJob | { kind: "run" };
