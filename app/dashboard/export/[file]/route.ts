import { requireActor } from "@/lib/auth/session";
import { exportFile } from "@/lib/resources/exports/file";
import { fileAnswer } from "../../file-answer";

/** A file of what the account owns; `?ids=` of the links that it names. */
export async function GET(request: Request, { params }: RouteContext<"/dashboard/export/[file]">) {
  const actor = await requireActor();
  const { file } = await params;
  return fileAnswer(() => exportFile(actor, file, new URL(request.url).searchParams.get("ids")));
}
