import type { Actor } from "@/lib/auth/actor";
import { agentOf, countryOf } from "@/lib/clicks/enrich";
import { visitorOf as identityOf } from "@/lib/clicks/visitor";
import { linkKey } from "@/lib/contract/alias";
import { parseTimestamp } from "@/lib/contract/timestamp";
import type { z } from "@/lib/contract/zod";
import type { UpdateLink } from "@/lib/resources/links/schema";
import { getLink } from "@/lib/resources/links/service";
import { type Limited, stateOf } from "@/lib/resources/links/state";
import type { Simulate, simulation } from "@/lib/visits/simulate-schema";
import { englishReasons } from "./english-reasons";
import { explain, type ReasonWords } from "./explain";
import { chooseDestination, type Decided, decide } from "./links/decide";
import { draftOf } from "./links/draft";
import { openingFor } from "./links/opening";
import { type LinkSnapshot, loadSnapshots } from "./links/snapshot";
import type { Visitor } from "./links/visitor";

type Simulation = z.infer<typeof simulation>;

/** What a visitor of the actor's link would meet, decided as the redirect itself decides. */
export async function simulate(actor: Actor, id: number, input: Simulate): Promise<Simulation> {
  const { domainId, aliasFolded, ...row } = await getLink(actor, id);
  const snapshots = await loadSnapshots([{ domainId, alias: aliasFolded }]);
  const link = snapshots.get(linkKey(domainId, aliasFolded)) as LinkSnapshot;
  return outcomeOf(link, row, input, englishReasons);
}

/** The same of a link as an editor has it, which may not have been saved: `changes` are what `updateLinkBody` takes. */
export async function simulateDraft(
  actor: Actor,
  id: number | null,
  changes: UpdateLink,
  input: Simulate,
  words: ReasonWords,
): Promise<Simulation> {
  const { link, row } = draftOf(id === null ? null : await getLink(actor, id), changes);
  return outcomeOf(link, row, input, words);
}

function outcomeOf(link: Decided, row: Limited, input: Simulate, words: ReasonWords): Simulation {
  const visitor = visitorOf(input);
  const decision = decide(link, visitor);
  if (decision.kind === "disabled") return { outcome: "disabled", destination: null, rule: null, opens: null, why: [] };
  if (decision.kind === "missing") return { outcome: "missing", destination: null, rule: null, opens: null, why: [] };
  if (decision.kind === "gone" || stateOf(row, new Date(visitor.now)) === "limit-reached") {
    return { outcome: "ended", destination: link.expiryUrl, rule: null, opens: null, why: [] };
  }
  const { to, rule } = chooseDestination(link, visitor);
  const outcome = decision.kind === "redirect" ? "redirect" : "password";
  const opening = openingFor(link, to, { userAgent: visitor.userAgent, head: false, prefetch: false });
  const opens = opening && (opening.app ?? "browser");
  return { outcome, destination: to, rule, opens, why: explain(link, visitor, words) };
}

function visitorOf({ country, language, userAgent = "", time, query = "", address = "" }: Simulate): Visitor {
  return {
    now: time === undefined ? Date.now() : (parseTimestamp(time)?.getTime() ?? Number.NaN),
    userAgent,
    country: () => country ?? countryOf(address),
    language: () => language ?? null,
    agent: () => agentOf(userAgent),
    query: () => new URLSearchParams(query),
    identity: () => identityOf(address, userAgent),
  };
}
