import { notFound } from "next/navigation";
import { z } from "zod";
import { readClicksView } from "@/components/clicks/clicks-view";
import { ClickSubject } from "@/generated/prisma/enums";
import type { Actor } from "@/lib/auth/actor";
import { requireActor } from "@/lib/auth/session";
import { countedAs } from "@/lib/clicks/counted-as";
import { reportOf } from "@/lib/clicks/report";
import { reportTable } from "@/lib/clicks/report-table";
import { id } from "@/lib/contract/fields";
import { csvResponse } from "@/lib/platform/csv";
import { getBioPage } from "@/lib/resources/bio-pages/service";
import { getCampaign } from "@/lib/resources/campaigns/service";
import { getLink } from "@/lib/resources/links/service";
import { shownDetailOf } from "@/lib/resources/plans/clicks";
import { requireFeature } from "@/lib/resources/plans/quota";
import { getQrCode } from "@/lib/resources/qr-codes/service";
import { fileAnswer } from "../../../file-answer";

const named = z.object({ subject: z.enum(ClickSubject), id: id() });

const own: Record<ClickSubject, (actor: Actor, id: number) => Promise<unknown>> = {
  link: getLink,
  qr: getQrCode,
  campaign: getCampaign,
  bio: getBioPage,
};

/** The statistics of a view, as a CSV file. */
export async function GET(request: Request, { params }: RouteContext<"/dashboard/clicks/[subject]/[id]">) {
  const actor = await requireActor();
  const parsed = named.safeParse(await params);
  if (!parsed.success) notFound();
  const { subject, id } = parsed.data;
  const view = readClicksView(Object.fromEntries(new URL(request.url).searchParams));
  return fileAnswer(async () => {
    await own[subject](actor, id);
    requireFeature(actor, "export");
    const { from, to } = view.period;
    const rows = reportTable(await reportOf(subject, id, view, shownDetailOf(actor)), view);
    const counted = countedAs[subject];
    const columns = counted.replace(/^./, (letter) => letter.toUpperCase());
    const header = ["Kind", `Value (${view.zone})`, columns, `${columns} before`];
    return csvResponse(`${counted}-${from}-${to}.csv`, header, rows);
  });
}
