import { type Operation, takesIdempotencyKey, takesIfMatch } from "@/lib/contract/operation";
import { kindOf, type RefusalCode } from "@/lib/contract/refusal-kinds";
import { findRefusalCodes } from "@/lib/contract/schema-codes";
import { z } from "@/lib/contract/zod";
import { statusOf } from "@/lib/http/envelope";

/** The codes that any input can be refused with, regardless of its schema. */
const ofEveryInput: RefusalCode[] = [
  "required",
  "wrong_type",
  "not_one_of",
  "not_accepted",
  "too_short",
  "too_long",
  "too_few",
  "too_many",
  "too_low",
  "too_high",
  "text_not_storable",
];

/** Returns the codes that a request's fields can have, in alphabetical order. */
export function findFieldCodes({ params, query, body, refuses = [] }: Operation): RefusalCode[] {
  const schemas = [params, query, body].filter((schema) => schema !== undefined);
  if (schemas.length === 0) return [];
  const misspelt: RefusalCode[] = query ? ["parameter_misspelt", "parameter_repeated"] : [];
  const paging: RefusalCode[] =
    query instanceof z.ZodObject && "cursor" in query.shape ? ["cursor_unknown", "not_together"] : [];
  const own = refuses.filter((code) =>
    ["invalid", "conflict", "forbidden", "not_found", "rate_limited"].includes(kindOf[code]),
  );
  return [
    ...new Set([
      ...ofEveryInput,
      ...schemas.flatMap((schema) => findRefusalCodes(schema)),
      ...misspelt,
      ...paging,
      ...own,
    ]),
  ].sort();
}

/** Returns the codes that an operation can be refused with, by status. */
export function findCodes(operation: Operation): Record<string, RefusalCode[]> {
  const byStatus = new Map<number, Set<RefusalCode>>();
  for (const code of allCodesOf(operation)) {
    const status = statusOf[kindOf[code]];
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, [...codes].sort()]));
}

function allCodesOf(operation: Operation): RefusalCode[] {
  const { method, access, unlimited, params, query, body, refuses = [] } = operation;
  const writes = method !== "GET";
  const when = (holds: boolean, ...codes: RefusalCode[]) => (holds ? codes : []);
  return [
    "internal_error",
    "method_not_allowed",
    "database_read_only",
    "database_rejects_service",
    "database_too_slow",
    "database_unreachable",
    "no_space_left",
    "too_busy",
    ...when(!unlimited, "rate_limited"),
    ...when(access !== "public", "api_key_required", "key_from_elsewhere", "permission_lacking", "plan_lacks_feature"),
    ...when(access === "admin", "admin_only"),
    ...when(Boolean(params ?? query ?? body), "invalid_input", "body_too_deep", "body_too_many_values"),
    ...when(Boolean(params ?? query ?? body), "body_name_too_long", "request_malformed", ...findFieldCodes(operation)),
    ...when(params !== undefined, "not_found"),
    ...when(body !== undefined, "body_not_json", "body_broke_off", "body_too_large", "body_type_unknown"),
    ...when(body !== undefined, "body_too_slow"),
    ...when(body !== undefined, "body_not_a_form", "body_has_file", "body_charset_unknown", "body_not_in_charset"),
    ...when(body !== undefined, "body_encoding_unknown", "body_not_compressed"),
    ...when(takesIdempotencyKey(operation), "idempotency_key_invalid", "idempotency_key_reused"),
    ...when(takesIdempotencyKey(operation), "idempotency_key_running"),
    ...when(method === "POST" && !takesIdempotencyKey(operation), "idempotency_key_unsupported"),
    ...when(takesIfMatch(operation), "changed_since_read"),
    ...when(writes && !takesIfMatch(operation), "if_match_unsupported"),
    ...when(writes, "deleted_meanwhile", "changed_meanwhile", "locked_too_long", "took_too_long"),
    ...when(writes && method !== "DELETE" && access === undefined, "plan_storage_full", "plan_limit_reached"),
    ...when(writes && method !== "DELETE" && access === undefined, "account_limit_reached"),
    ...refuses,
  ];
}
