import type { AppLocale } from "@/lib/contract/locales";

/** A file of links that is read into rows of an import. */
export interface CheckJob {
  kind: "check";
  userId: number;
  importId: number;
  path: string;
  domainId?: number;
}

/** A file that is written line by line: an export, or the lines of an import that did not become links. */
export type LinesJob =
  | { kind: "export"; userId: number; fileName: string; ids?: number[] }
  | { kind: "leftovers"; userId: number; importId: number; locale: AppLocale };

/** Work that takes long, or memory, or a stranger's file: none of it for the thread that answers visitors. */
export type Job = CheckJob | LinesJob | { kind: "run" };
