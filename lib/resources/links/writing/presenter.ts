import type { z } from "zod";
import { type AppError, errorOf, fieldErrorOf, presentRefusal } from "@/lib/contract/errors";
import { presentWarnings } from "@/lib/platform/warnings";
import type { AddLinks, linkResult } from "@/lib/resources/links/schema";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import type { Outcome } from "./add-many";

/** Presents what became of the links. With `mode` `all`, throws if one was refused, because then none is saved. */
export function presentOutcomes(outcomes: Outcome[], { mode }: AddLinks): { results: z.infer<typeof linkResult>[] } {
  const results = outcomes.map(presentOutcome);
  const refused = mode === "all" ? firstRefusal(outcomes) : undefined;
  if (refused) throw Object.assign(refused, { more: { results } });
  return { results };
}

function presentOutcome(outcome: Outcome): z.infer<typeof linkResult> {
  const { status } = outcome;
  if (status === "error") return { status, ...presentRefusal(outcome.error) };
  const { link, warnings = [] } = outcome;
  return { status, id: link.id, shorturl: shortUrlOf(link), ...presentWarnings(warnings) };
}

/** Returns the first refusal that is about its own link, with the link's place in the names of the fields. */
function firstRefusal(outcomes: Outcome[]): AppError | undefined {
  const index = outcomes.findIndex((outcome) => outcome.status === "error" && outcome.error.code !== "links_left_out");
  const outcome = outcomes[index];
  if (outcome?.status !== "error") return undefined;
  const { code, params, fields = [] } = outcome.error;
  const placed = fields.map(({ path, ...field }) =>
    fieldErrorOf(["links", index, path].filter(isNamed).join("."), field),
  );
  const [first] = placed;
  const named = code === "invalid_input" && first ? { ...params, field: first.path } : params;
  return errorOf({ code, params: named }, placed.length > 0 ? placed : undefined);
}

const isNamed = (part: string | number) => part !== "";
