import { useTranslations } from "next-intl";
import type { AlsoUnderstood } from "@/lib/http/input";
import type { Call } from "@/lib/http/openapi/reference-call";
import type { OperationEntry } from "@/lib/http/openapi/reference-pages";
import type { Row } from "./fields";
import { useRows } from "./use-rows";

/** An operation in words: everything that the browser receives about it. */
export interface OperationView {
  id: string;
  summary: string;
  description: string;
  /** what is sent, by its place in the request */
  sent: { place: "path" | "query" | "body"; rows: Row[] }[];
  also: string[];
  answered: Row[];
  /** the statuses of refusals, and the operation's own error codes */
  refusals: [status: string, codes: string][];
  curl: string;
  call: Call;
  answer: string;
}

export function useOperationView(operation: OperationEntry): OperationView {
  const { id, summary, permission, open, also, refusals, curl, call, answer } = operation;
  const t = useTranslations("docs");
  const rowsOf = useRows();
  const places = [
    { place: "path", rows: rowsOf(operation.pathFields) },
    { place: "query", rows: rowsOf(operation.queryFields) },
    { place: "body", rows: rowsOf(operation.bodyFields) },
  ] as const;
  const description = [operation.description, permission && t("permission", { name: permission }), open && t("noKey")];
  return {
    id,
    summary,
    description: description.filter(Boolean).join(" "),
    sent: places.filter(({ rows }) => rows.length > 0),
    also: useAlsoSentences(also),
    answered: rowsOf(operation.resultFields),
    refusals: refusals.map(({ status, codes }) => [status, codes.join(" · ")]),
    curl,
    call,
    answer,
  };
}

/** A sentence for each alternative name that the API accepts for an operation or its fields. */
function useAlsoSentences({ paths = [], fields = {}, values = {}, description }: AlsoUnderstood): string[] {
  const t = useTranslations("docs.also");
  const forOurs = (names: Record<string, string>) =>
    Object.entries(names).map(([name, ours]) => t("for", { name, ours }));
  return [
    ...paths.map(({ path, fields = {} }) => {
      const names = forOurs(fields).join(", ");
      return names ? t("with", { path: `\`${path}\``, names }) : `\`${path}\``;
    }),
    ...forOurs(fields),
    ...Object.entries(values).map(([field, of]) => t("as", { field, names: forOurs(of).join(", ") })),
    ...(description ? [description] : []),
  ];
}
