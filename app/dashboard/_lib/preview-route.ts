import { getLocale } from "next-intl/server";
import { costs, spendBudget } from "@/lib/auth/budget";
import { currentActor } from "@/lib/auth/session";
import { assertBoundedJson } from "@/lib/contract/input-bounds";
import { refusal } from "@/lib/contract/refusal";
import { refusalIn } from "@/lib/contract/refusals";
import { z } from "@/lib/contract/zod";
import { type Answer, textAnswer } from "@/lib/visits/core/answer";
import { readForm, type VisitRequest } from "@/lib/visits/core/request";
import { toResponse } from "@/lib/visits/web";

const maxDraftBytes = 1024 * 1024;
const json = z.string().transform((text, context) => {
  try {
    assertBoundedJson(Buffer.from(text));
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue("This is not JSON.");
    return z.NEVER;
  }
});

/** A route that draws unsaved input as visitors would see it. Nothing is stored. */
export const previewRoute =
  (draw: (draft: unknown, request: Pick<VisitRequest, "headers">) => Answer) => async (request: Request) => {
    if (!(await currentActor()))
      return toResponse(textAnswer(401, refusalIn(await getLocale(), refusal("signed_out"))));
    if (!(await spendBudget(costs.page)))
      return toResponse(textAnswer(429, refusalIn(await getLocale(), refusal("budget_spent"))));
    const form = await readForm((request.body ?? []) as unknown as AsyncIterable<Uint8Array>, maxDraftBytes);
    const { success, data } = json.safeParse(form.get("draft"));
    return toResponse(
      success ? draw(data, { headers: Object.fromEntries(request.headers) }) : textAnswer(400, "The draft is missing."),
    );
  };
