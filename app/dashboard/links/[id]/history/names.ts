import type { Names } from "@/components/links/history-table";
import type { Actor } from "@/lib/auth/actor";
import { db } from "@/lib/platform/database/db";
import type { HistoryFields } from "@/lib/resources/links/history/fields";

/** The names of a link's earlier campaigns, channels and pixels, if they still exist. */
export async function historyNames({ userId }: Actor, states: (HistoryFields | null | undefined)[]): Promise<Names> {
  const idsOf = (field: keyof Names) => [
    ...new Set(states.flatMap((state) => (state?.[field] as number[] | undefined) ?? [])),
  ];
  const query = (field: keyof Names) => ({
    where: { userId, id: { in: idsOf(field) } },
    select: { id: true, name: true },
  });
  const [campaign, channels, pixels] = await Promise.all([
    db.campaign.findMany(query("campaign")),
    db.channel.findMany(query("channels")),
    db.pixel.findMany(query("pixels")),
  ]);
  const byId = (rows: { id: number; name: string }[]) => Object.fromEntries(rows.map(({ id, name }) => [id, name]));
  return { campaign: byId(campaign), channels: byId(channels), pixels: byId(pixels) };
}
