"use server";

import { getFormatter, getTimeZone, getTranslations } from "next-intl/server";
import { variantNames } from "@/components/clicks/value-names";
import type { Replayed, ReplayedWay } from "@/components/links/dry-runs";
import { momentText } from "@/components/ui/moment-text";
import { costs } from "@/lib/auth/budget";
import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { z } from "@/lib/contract/zod";
import { MOST_DAYS, replayBody } from "@/lib/resources/links/replay/schema";
import { type ReplayFindings, replay, type Way } from "@/lib/resources/links/replay/service";
import { act, parseRowId } from "../_lib/act";

const anyObject = z.object({}).loose();
const length = z
  .int()
  .min(1)
  .max(MOST_DAYS - 1);

/** Replays the visits of the last `days` days with the rules from the input of `updateLinkBody`. */
export async function replayAction(id: number, changes: unknown, days: unknown): Promise<ActionResult<Replayed>> {
  return act(async (actor) => {
    const from = formatTimestamp(new Date(Date.now() - parse(length, days) * 86_400_000));
    const input = parse(replayBody, { ...parse(anyObject, changes), from, to: undefined });
    const found = await replay(actor, parseRowId(id), input);
    const { visits, moved } = found;
    return {
      visits,
      moved,
      before: await named(found.before),
      after: await named(found.after),
      notes: await notes(found),
    };
  }, costs.file);
}

async function named(ways: Way[]): Promise<ReplayedWay[]> {
  const name = await variantNames();
  const t = await getTranslations("links.replay");
  return ways.map((way) => ({
    name: way.rule === "gone" ? t("gone") : name(way),
    destination: way.destination,
    visits: way.visits,
  }));
}

async function notes({ since, undecided, guessed, locked }: ReplayFindings): Promise<string[]> {
  const t = await getTranslations("links.replay");
  const format = await getFormatter();
  return [
    since ? t("since", { since: momentText(format, since, await getTimeZone()) }) : "",
    undecided.query + undecided.language + undecided.visitor > 0 ? t("missing", undecided) : "",
    guessed > 0 ? t("guessed", { guessed }) : "",
    locked > 0 ? t("locked", { locked }) : "",
  ].filter(Boolean);
}
