import type { Actor } from "@/lib/auth/actor";
import { exportLines, maySee } from "@/lib/resources/exports/lines";
import { partNames } from "@/lib/resources/exports/parts";
import type { ArchivedFile } from "./archived-file";
import { dayLines } from "./days";
import { deletedLinkLines } from "./deleted-links";
import { pictureFiles } from "./pictures";
import { readme } from "./readme";
import { settingsOf } from "./settings";

/** Every file of an archive except its manifest. */
export async function* archivedFiles(actor: Actor, begun: Date): AsyncGenerator<ArchivedFile> {
  yield { path: "README.txt", sort: "words", read: () => linesOf(readme(actor, begun)) };
  yield { path: "settings.jsonl", sort: "records", read: () => settingsOf(actor) };
  // Clicks beyond the plan's limit include their details here: people's own data is never locked in.
  const owner = { ...actor, unlimited: true };
  for (const name of partNames.filter((part) => maySee(actor, part))) {
    const path = `${name}.jsonl`;
    yield { path, sort: "records", read: () => exportLines(owner, path) };
    // This is the format that other services can import.
    if (name === "links") yield { path: "links.csv", sort: "table", read: () => exportLines(owner, "links.csv") };
  }
  yield { path: "deleted-links.jsonl", sort: "records", read: () => deletedLinkLines(actor) };
  yield { path: "days.jsonl", sort: "records", read: () => dayLines(actor) };
  yield* pictureFiles(actor);
}

/** The files that the actor has no permission to see. The manifest lists them. */
export const partsLeftOut = (actor: Actor): string[] =>
  partNames.filter((part) => !maySee(actor, part)).map((part) => `${part}.jsonl`);

async function* linesOf(text: string): AsyncGenerator<string> {
  yield text;
}
