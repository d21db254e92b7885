import type { z } from "zod";
import { presentRefusal } from "@/lib/contract/errors";
import { presentWarnings } from "@/lib/platform/warnings";
import type { linkResult } from "@/lib/resources/links/schema";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import type { Outcome } from "./add-many";

export function presentOutcome(outcome: Outcome): z.infer<typeof linkResult> {
  const { status } = outcome;
  if (status === "error") return { status, ...presentRefusal(outcome.error) };
  const { link, warnings = [] } = outcome;
  return { status, id: link.id, shorturl: shortUrlOf(link), ...presentWarnings(warnings) };
}
