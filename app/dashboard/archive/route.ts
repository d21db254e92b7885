import { requireActor } from "@/lib/auth/session";
import { archiveFile } from "@/lib/resources/account/archive/file";
import { fileAnswer } from "../_lib/file-answer";

/** Downloads everything in the account. */
export async function GET(request: Request) {
  const actor = await requireActor();
  return fileAnswer(request, () => archiveFile(actor));
}
