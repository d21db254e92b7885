"use server";

import { getFormatter, getLocale, getTimeZone, getTranslations } from "next-intl/server";
import { variantNames } from "@/components/clicks/value-names";
import type { Replayed, ReplayedWay, Simulated } from "@/components/links/dry-runs";
import { momentText } from "@/components/ui/formats";
import { costs } from "@/lib/auth/budget";
import { regionName } from "@/lib/clicks/classify/regions";
import type { ActionResult } from "@/lib/contract/action-result";
import { days } from "@/lib/contract/local-time";
import { parse } from "@/lib/contract/parse";
import { placesIn } from "@/lib/contract/places";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { z } from "@/lib/contract/zod";
import { MOST_DAYS, replayBody } from "@/lib/resources/links/replay/schema";
import { type ReplayFindings, replay, type Way } from "@/lib/resources/links/replay/service";
import { clock } from "@/lib/resources/links/routing/ready-rules";
import { createLinkBody, updateLinkBody } from "@/lib/resources/links/schema";
import { simulateBody } from "@/lib/resources/links/simulation/schema";
import { type ReasonWords, simulateDraft } from "@/lib/resources/links/simulation/service";
import { act, parseRowId } from "../_lib/act";

const anyObject = z.object({}).loose();
const length = z
  .int()
  .min(1)
  .max(MOST_DAYS - 1);

/** Where a visitor would arrive with these unsaved changes of a link, or of a new link, and why. */
export async function simulateAction(
  id: number | null,
  changes: unknown,
  visitor: unknown,
): Promise<ActionResult<Simulated>> {
  return act(async (actor) => {
    const link = id === null ? null : parseRowId(id);
    const draft = link === null ? parse(createLinkBody, changes) : parse(updateLinkBody, changes);
    return simulateDraft(actor, link, draft, parse(simulateBody, visitor), await reasons());
  }, costs.picture);
}

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

/** The reasons why rules apply or not, in the page's language. */
async function reasons(): Promise<ReasonWords> {
  const t = await getTranslations("links.reasons");
  const deviceNames = await getTranslations("links.devices");
  const locale = await getLocale();
  const format = await getFormatter();
  const zone = await getTimeZone();
  const { countryName, languageName } = placesIn(locale);
  const either = (values: string[]) => new Intl.ListFormat(locale, { type: "disjunction" }).format(values);
  const dayName = (day: number) =>
    format.dateTime(new Date(Date.UTC(2024, 0, 1 + day)), { weekday: "long", timeZone: "UTC" });
  const moment = (at: number) => momentText(format, at, zone);

  const names = {
    country: countryName,
    region: (code: string) => regionName(code, locale),
    city: undefined,
    language: languageName,
    os: undefined,
    browser: undefined,
  };

  return {
    compared(kind, found, any, held) {
      const named = (value: string) => names[kind]?.(value) ?? value;
      const is = { name: t(`kinds.${kind}`), found: found === null ? t("unknown") : named(found) };
      return held ? t("is", is) : t("isNot", { ...is, wanted: either(any.map(named)) });
    },
    device(any, held) {
      const wanted = either(any.map((device) => deviceNames(device as "iphone")));
      return t(held ? "device" : "deviceNot", { wanted });
    },
    query({ name, value }, found, held) {
      if (found.length === 0) return t("query.missing", { name });
      if (value === undefined || held) return t("query.present", { name });
      return t("query.other", { name, found: found.join(", "), wanted: value });
    },
    moment: ({ kind, at }, held) => t(`${kind}.${held ? "held" : "failed"}`, { moment: moment(at), zone }),
    week({ days: on, from, until, zone }, { day, minute }, held) {
      const at = t("week.is", { day: dayName(day), time: clock(minute), zone });
      if (held) return at;
      const wanted = [
        on.length === days.length ? "" : either(on.map(dayName)),
        from === until ? "" : t("week.between", { from: clock(from), until: clock(until) }),
      ];
      return t("week.isNot", { at, wanted: wanted.filter(Boolean).join(" ") });
    },
    split: t("split"),
    untried: () => t("untried"),
  };
}
