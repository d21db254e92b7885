import { getLocale } from "next-intl/server";
import { costs, requireBudget } from "@/lib/auth/budget";
import { AppError } from "@/lib/contract/errors";
import { readQuery } from "@/lib/contract/query";
import type { ErrorKind } from "@/lib/contract/refusal-kinds";
import { refusalIn } from "@/lib/contract/refusals";
import type { Download } from "@/lib/platform/files/download";

const statuses: Partial<Record<ErrorKind, number>> = {
  invalid: 400,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  unavailable: 503,
};

/** The file that `find` returns, which costs the account `cost`, or the reason why there is none. */
export async function fileAnswer(
  request: Request,
  find: () => Download | Promise<Download>,
  cost = costs.file,
): Promise<Response> {
  try {
    await requireBudget(request.method === "HEAD" ? costs.plain : cost);
    return await (await find()).answer(request);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const status = statuses[error.kind] ?? 403;
    const headers = status === 503 ? { "Retry-After": "5" } : undefined;
    return new Response(refusalIn(await getLocale(), error), { status, headers });
  }
}

/** Returns the links that a query selects: `?ids=1,2`, or a filter with the `count` of what it finds. */
export function readSelection(query: URLSearchParams) {
  const { ids, count, ...filter } = readQuery(query);
  if (ids !== undefined) return { ids: String(ids).split(",") };
  return count === undefined ? undefined : { filter, count };
}
