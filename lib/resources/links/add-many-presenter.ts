import type { z } from "zod";
import { presentRefusal } from "@/lib/contract/errors";
import type { Outcome } from "./add-many";
import type { linkResult } from "./schema";
import { shortUrlOf } from "./short-url";

export function presentOutcome(outcome: Outcome): z.infer<typeof linkResult> {
  const { status } = outcome;
  if (status === "error") return { status, ...presentRefusal(outcome.error) };
  return { status, id: outcome.link.id, shorturl: shortUrlOf(outcome.link) };
}
