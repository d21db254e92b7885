import type { Actor } from "@/lib/auth/actor";
import type { AppLocale } from "@/lib/contract/locales";
import type { LabelGrid, Paper } from "@/lib/drawing/label-layout";

/** The account of a job, and the member whose rights it has. */
interface JobOwner {
  userId: number;
  memberId: number;
  /** the API key of the request, whose scopes limit what the job may read; null for a browser */
  keyId: number | null;
}

export const jobOwnerOf = ({ userId, by }: Actor): JobOwner => ({ userId, memberId: by.userId, keyId: by.keyId });

/** Reads a file of links into rows of an import. */
export interface CheckJob extends JobOwner {
  kind: "check";
  importId: number;
  path: string;
  /** how to read the file: the `CheckHow` of imports */
  how: object;
}

/** Writes a file line by line: an export, or the lines of an import that did not become links. */
export type LinesJob = JobOwner &
  ({ kind: "export"; fileName: string; ids?: number[] } | { kind: "leftovers"; importId: number; locale: AppLocale });

/** Writes everything in an account as one ZIP. */
export interface ArchiveJob extends JobOwner {
  kind: "archive";
}

/** The QR codes of links: pictures in a ZIP, or labels to print. */
export type CodesFile =
  | { kind: "zip"; format: "png" | "svg"; size: number }
  | { kind: "labels"; paper: Paper; labels: LabelGrid };

/** Draws the QR codes of these links, in this order. */
export interface CodesJob extends JobOwner {
  kind: "codes";
  ids: number[];
  file: CodesFile;
}

/** Work that creates a file of bytes. */
export type BytesJob = ArchiveJob | CodesJob;

/** A file that is sent while it is being created. */
export type FileJob = LinesJob | BytesJob;

/**
 * Work that takes long, needs much memory or reads untrusted files. The process that answers visitors does none of it.
 */
export type Job = CheckJob | FileJob | { kind: "run" };
