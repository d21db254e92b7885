import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { z } from "zod";
import { readClicksView } from "@/components/clicks/clicks-view";
import { ClickSubject } from "@/generated/prisma/enums";
import { id } from "@/lib/api/fields";
import type { Actor } from "@/lib/auth/actor";
import { requireActor } from "@/lib/auth/session";
import { getBioPage } from "@/lib/bio/service";
import { getCampaign } from "@/lib/campaigns/service";
import { reportOf } from "@/lib/clicks/report";
import { reportTable } from "@/lib/clicks/report-table";
import { csvResponse } from "@/lib/csv";
import { AppError } from "@/lib/errors";
import { refusalIn } from "@/lib/i18n/refusals";
import { getLink } from "@/lib/links/service";
import { requireFeature } from "@/lib/plans/quota";
import { getQrCode } from "@/lib/qr-codes/service";

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
  try {
    await own[subject](actor, id);
    requireFeature(actor, "export");
    const { from, to } = view.period;
    const rows = reportTable(await reportOf(subject, id, view), view);
    return csvResponse(`clicks-${from}-${to}.csv`, ["Kind", `Value (${view.zone})`, "Clicks", "Clicks before"], rows);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "not_found") notFound();
    return new Response(refusalIn(await getLocale(), error.message), { status: 403 });
  }
}
