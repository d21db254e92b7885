import { AppError, errorOf, type FieldError, fieldErrorOf } from "./errors";
import { assertBoundedShape } from "./input-bounds";
import { type Refusal, refusal } from "./refusal";
import { refusalOfIssue, type z } from "./zod";

const maxErrors = 20;
const maxPathLength = 200;

/** Parses `input` by `schema`, or throws a refusal that names at most 20 wrong fields. */
export function parse<T extends z.ZodType>(schema: T, input: unknown, maxValues?: number): z.infer<T> {
  assertBoundedShape(input, maxValues);
  const result = schema.safeParse(input);
  const fields = result.success
    ? unstorableTexts(result.data)
    : result.error.issues.slice(0, maxErrors).map((issue) => fieldError(issue.path, refusalOfIssue(issue)));
  if (result.success && fields.length === 0) return result.data;
  throw refused(fields);
}

/** A problem of the whole input is reported as it is. Otherwise the sentence names the first wrong field. */
function refused(fields: FieldError[]): AppError {
  const { path: field = "", code = "not_accepted", params } = fields[0] ?? {};
  return field === ""
    ? errorOf({ code, params }, fields)
    : new AppError("invalid_input", { field, reason: { code, params } }, fields);
}

const fieldError = (path: PropertyKey[], found: Refusal): FieldError =>
  fieldErrorOf(path.join(".").slice(0, maxPathLength), found);

/** Finds texts that JSON can carry but Postgres cannot store: with a NUL or half of a surrogate pair. */
function unstorableTexts(input: unknown): FieldError[] {
  const found: FieldError[] = [];
  const search = (value: unknown, path: string[]) => {
    if (found.length === maxErrors) return;
    if (typeof value === "string" && (value.includes("\0") || /\p{Cs}/u.test(value))) {
      found.push(fieldError(path, refusal("text_not_storable")));
    } else if (typeof value === "object" && value !== null) {
      for (const [key, member] of Object.entries(value)) search(member, [...path, key]);
    }
  };
  search(input, []);
  return found;
}
