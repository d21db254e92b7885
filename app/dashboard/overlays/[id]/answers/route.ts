import { notFound } from "next/navigation";
import { requireActor } from "@/lib/auth/session";
import { id } from "@/lib/contract/fields";
import { csvDownload } from "@/lib/platform/files/csv";
import { answersTable } from "@/lib/resources/overlays/answers";
import { fileAnswer } from "../../../_lib/file-answer";

/** An overlay's answers as a CSV file. */
export async function GET(request: Request, { params }: RouteContext<"/dashboard/overlays/[id]/answers">) {
  const actor = await requireActor();
  const parsed = id().safeParse((await params).id);
  if (!parsed.success) notFound();
  return fileAnswer(request, async () => {
    const { name, header, rows } = await answersTable(actor, parsed.data);
    return csvDownload(`${name}.csv`, header, rows);
  });
}
