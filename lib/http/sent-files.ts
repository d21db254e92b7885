import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/contract/errors";
import { parse } from "@/lib/contract/parse";
import { SentFile } from "@/lib/contract/sent-file";
import type { z } from "@/lib/contract/zod";
import { baseUrl } from "@/lib/platform/env";
import { saveImage } from "@/lib/resources/uploads/service";

/** Returns the files in a form. A JSON body has none. */
export function readSentFiles(sent: unknown): SentFile[] {
  if (sent instanceof SentFile) return [sent];
  return typeof sent === "object" && sent !== null ? Object.values(sent).flatMap(readSentFiles) : [];
}

/** Parses a body that contains these files. A file in a field that takes no image is the first error. */
export function parseWithFiles<T extends z.ZodType>(
  schema: T,
  sent: unknown,
  files: SentFile[],
  maxValues?: number,
): z.infer<T> {
  try {
    return parse(schema, sent, maxValues);
  } finally {
    assertTaken(files);
  }
}

function assertTaken(files: SentFile[]): void {
  const left = files.find(({ isTaken }) => !isTaken);
  if (left) throw new AppError("body_has_file", { field: left.field.slice(0, 200) });
}

/** Stores images among the actor's uploads and returns the body with their addresses. */
export async function keepFiles<Body>(actor: Actor, files: SentFile[], body: Body): Promise<Body> {
  const addresses = new Map<unknown, string>();
  for (const { standIn, bytes, field } of files) {
    if (!addresses.has(standIn)) addresses.set(standIn, `${baseUrl()}${await saveImage(actor, bytes, field)}`);
  }
  return addressed(body, addresses) as Body;
}

function addressed(value: unknown, addresses: Map<unknown, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => addressed(item, addresses));
  if (typeof value !== "object" || value === null) return addresses.get(value) ?? value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, addressed(member, addresses)]));
}
