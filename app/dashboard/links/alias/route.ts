import { getLocale } from "next-intl/server";
import type { AliasAnswer } from "@/components/links/alias-availability";
import { costs, spendBudget } from "@/lib/auth/budget";
import { currentActor } from "@/lib/auth/session";
import { AppError } from "@/lib/contract/errors";
import { parse } from "@/lib/contract/parse";
import { refusalIn } from "@/lib/contract/refusals";
import { checkAliasQuery } from "@/lib/resources/links/schema";
import { freeAlias } from "@/lib/resources/links/writing/free-alias";

/**
 * Returns whether an alias is available, while it is typed: `?custom=`, `&domain=` if one is chosen, `&link=` for an
 * existing link.
 */
export async function GET(request: Request) {
  const actor = await currentActor();
  if (!actor) return Response.json(null, { status: 401 });
  if (!(await spendBudget(costs.picture))) return Response.json(null, { status: 429 });
  const headers = { "Cache-Control": "private, no-store" };
  const answer = (found: AliasAnswer) => Response.json(found, { headers });
  try {
    const query = Object.fromEntries(new URL(request.url).searchParams);
    return answer({ free: true, shortUrl: await freeAlias(actor, parse(checkAliasQuery, query)) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return answer({ free: false, sentence: refusalIn(await getLocale(), error.fields?.[0] ?? error) });
  }
}
