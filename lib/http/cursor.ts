import { refusedField } from "@/lib/contract/errors";
import type { Operation } from "@/lib/contract/operation";
import { type Page, type Position, pageOf, type pageQuery } from "@/lib/contract/pagination";
import type { z } from "@/lib/contract/zod";
import { hmac } from "@/lib/platform/secrets";

/**
 * Returns the page that a request for a list asks for. A cursor is a position with a seal over the list's path, filters
 * and order. A cursor that was changed, or that belongs to another list, is refused, so lists need not check positions.
 */
export function pageIn({ path }: Operation, params: unknown, query: z.infer<typeof pageQuery>): Page {
  const { limit, page, cursor, ...list } = query;
  const seal = (position: string) =>
    Buffer.from(hmac("list-cursor", JSON.stringify([path, params, list, position])))
      .subarray(0, 12)
      .toString("base64url");
  const cursorOf = (position: Position) => {
    const text = Buffer.from(JSON.stringify(position)).toString("base64url");
    return `${text}.${seal(text)}`;
  };
  const requested = { ...pageOf({ limit, page }), cursorOf };
  if (cursor === undefined) return requested;
  const [text = "", sealed] = cursor.split(".");
  if (sealed !== seal(text)) throw refusedField("cursor", "cursor_unknown");
  if (requested.page > 1) throw refusedField("cursor", "not_together", { other: "page" });
  return { ...requested, after: JSON.parse(Buffer.from(text, "base64url").toString()) as Position };
}
