import { useTranslations } from "next-intl";
import type { AlsoUnderstood } from "@/lib/http/input";
import type { Call } from "@/lib/http/openapi/reference-call";
import type { Field } from "@/lib/http/openapi/reference-fields";
import type { OperationEntry } from "@/lib/http/openapi/reference-pages";
import type { Row } from "./fields";

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

// Keyed by field objects, which stay the same while a language's reference is cached.
const madeRows = new WeakMap<Field, Row>();
const madeLists = new WeakMap<Field[], Row[]>();

/** Fields in words. A field always gives the same object, so that React sends it to the browser only once. */
export function useRows(): (fields: Field[]) => Row[] {
  const words = useFieldWords();
  const made = (field: Field): Row => {
    const limits = words.limits(field);
    return {
      name: field.name,
      type: words.type(field),
      text: words.text(field),
      ...(limits && { limits }),
      ...(field.required && { required: true }),
      ...(field.fields.length > 0 && { members: rowsOf(field.fields) }),
    };
  };
  const rowsOf = (fields: Field[]) => kept(madeLists, fields, () => fields.map((one) => kept(madeRows, one, made)));
  return rowsOf;
}

function kept<Key extends object, Value>(all: WeakMap<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  const value = all.get(key) ?? make(key);
  all.set(key, value);
  return value;
}

/** Returns the name of a field's type, a sentence about the limits of its value, and what it is. */
function useFieldWords() {
  const t = useTranslations("docs.fields");

  function type(field: Field): string {
    const { list, map, nullable, alternatives } = field;
    const named = alternatives.length > 0 && !list && !map ? [...new Set(alternatives.map(type))] : [typeAlone(field)];
    const words = named.reduce((first, second) => t("or", { first, second }));
    return nullable ? t("orNull", { type: words }) : words;
  }

  function typeAlone({ type, list, map, alternatives }: Field): string {
    const common = alternatives.every((one) => one.type === alternatives[0]?.type) ? alternatives[0]?.type : undefined;
    const one = common ?? type;
    const several = one === "boolean" || one === "null" ? "value" : one;
    if (list) return t(`lists.${several}`);
    return map ? t(`maps.${several}`) : t(`types.${one}`);
  }

  function limits(field: Field): string {
    const { alternatives } = field;
    const areAlike = new Set(alternatives.map(type)).size === 1;
    const ofEach = alternatives.map((one) => {
      const words = limitsOf(one);
      return words && !areAlike ? `${type(one)}: ${words}` : words;
    });
    const sentence = [...ofEach, limitsOf(field)].filter(Boolean).join("; ");
    return sentence && `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
  }

  function limitsOf({ limits, entries }: Pick<Field, "limits" | "entries">): string {
    const { choices, minLength: least, maxLength: most, format, pattern, standard, ...range } = limits;
    const [min, max] = [range.minimum?.toString(), range.maximum?.toString()];
    const { minimum: fewest, maximum: largest } = entries;
    const words = [
      choices.length === 1 && t("limits.always", { value: choices.join() }),
      choices.length > 1 && t("limits.oneOf", { values: choices.join(", ") }),
      min !== undefined && max !== undefined && t("limits.range", { min, max }),
      min !== undefined && max === undefined && t("limits.from", { min }),
      min === undefined && max !== undefined && t("limits.to", { max }),
      least !== undefined && most !== undefined && t("limits.characters", { min: least, max: most }),
      least === undefined && most !== undefined && t("limits.charactersTo", { max: most }),
      least !== undefined && most === undefined && t("limits.charactersFrom", { min: least }),
      format !== undefined && t("limits.format", { format }),
      pattern !== undefined && t("limits.pattern", { pattern }),
      fewest !== undefined && largest !== undefined && t("limits.entriesBetween", { min: fewest, max: largest }),
      fewest === undefined && largest !== undefined && t("limits.entries", { max: largest }),
      fewest !== undefined && largest === undefined && t("limits.entriesFrom", { min: fewest }),
      standard !== undefined && t("limits.unlessSent", { value: standard }),
    ];
    return words.filter((words) => words !== false).join(", ");
  }

  const text = ({ description, as }: Field) => [description, as && t("as", { type: as })].filter(Boolean).join(" ");

  return { type, limits, text };
}
