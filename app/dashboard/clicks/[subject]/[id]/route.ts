import { notFound } from "next/navigation";
import { z } from "zod";
import { type ClicksView, readClicksView } from "@/components/clicks/clicks-view";
import type { Link } from "@/generated/prisma/client";
import { ClickSubject } from "@/generated/prisma/enums";
import type { Actor } from "@/lib/auth/actor";
import { requireActor } from "@/lib/auth/session";
import { clickNounBySubject } from "@/lib/clicks/statistics/click-nouns";
import { buildReport } from "@/lib/clicks/statistics/report";
import { onlyList, reportTable } from "@/lib/clicks/statistics/report-table";
import { id } from "@/lib/contract/fields";
import { csvDownload } from "@/lib/platform/files/csv";
import { getBioPage } from "@/lib/resources/bio-pages/service";
import { getCampaign } from "@/lib/resources/campaigns/service";
import { getLink } from "@/lib/resources/links/service";
import { type NamedVariant, namedVariants } from "@/lib/resources/links/statistics/named-variants";
import { shownDetailOf } from "@/lib/resources/plans/clicks";
import { requireFeature } from "@/lib/resources/plans/quota";
import { getQrCode } from "@/lib/resources/qr-codes/service";
import { fileAnswer } from "../../../_lib/file-answer";
import { shownFigures, timesOf } from "../../../_lib/shown-figures";

const named = z.object({ subject: z.enum(ClickSubject), id: id() });

const loadBySubject: Record<ClickSubject, (actor: Actor, id: number) => Promise<{ createdAt: Date }>> = {
  link: getLink,
  qr: getQrCode,
  campaign: getCampaign,
  bio: getBioPage,
};

const titleOf = ({ value, rule, destination }: NamedVariant) =>
  `${rule ?? "changed or removed"} (${value})${destination === null ? "" : ` → ${destination}`}`;

/** A view's statistics as a CSV file; with `list`, only those of the dimension that is shown as a whole. */
export async function GET(request: Request, { params }: RouteContext<"/dashboard/clicks/[subject]/[id]">) {
  const actor = await requireActor();
  const parsed = named.safeParse(await params);
  if (!parsed.success) notFound();
  const { subject, id } = parsed.data;
  const { searchParams } = new URL(request.url);
  return fileAnswer(request, async () => {
    const of = await loadBySubject[subject](actor, id);
    const view = readClicksView(Object.fromEntries(searchParams), timesOf(actor, of));
    const list = searchParams.has("list") ? view.whole : undefined;
    requireFeature(actor, "export");
    const { from, to } = view.period;
    const counted = clickNounBySubject[subject];
    const columns = counted.replace(/^./, (letter) => letter.toUpperCase());
    const header = ["Kind", `Value (${view.zone})`, columns, `${columns} before`];
    const name = [counted, list, from, to].filter(Boolean).join("-");
    return csvDownload(`${name}.csv`, header, () => rows(of, view, list));
  });

  async function rows(of: unknown, view: ClicksView, list: ClicksView["whole"]) {
    const report = await buildReport(subject, id, view, shownDetailOf(actor));
    const variants = subject === "link" ? await namedVariants(actor, of as Link, report.top.variants) : [];
    const names = new Map(variants.map((one) => [one.value, titleOf(one)]));
    const converts = subject === "link" || subject === "campaign";
    const conversions = converts ? await shownFigures({ of: subject, id }, view) : null;
    const table = reportTable(report, view, names, conversions);
    return list ? onlyList(table, list) : table;
  }
}
