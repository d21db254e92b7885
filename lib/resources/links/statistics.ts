import type { Link } from "@/generated/prisma/client";
import { statisticsOf } from "@/lib/clicks/stats";

/** A link's statistics, with the clicks that it brought along. */
export async function statisticsOfLink(link: Pick<Link, "id" | "importedClicks">) {
  const found = await statisticsOf("link", link.id);
  return { ...found, clicks: found.clicks + Number(link.importedClicks) };
}
