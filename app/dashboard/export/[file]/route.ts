import { requireActor } from "@/lib/auth/session";
import { exportFile } from "@/lib/resources/exports/file";
import { fileAnswer, readSelection } from "../../_lib/file-answer";

/** Exports data of the account as a file. `?ids=` selects links; `?count=` confirms how many links a filter finds. */
export async function GET(request: Request, { params }: RouteContext<"/dashboard/export/[file]">) {
  const actor = await requireActor();
  const { file } = await params;
  return fileAnswer(request, () => exportFile(actor, file, readSelection(new URL(request.url).searchParams)));
}
