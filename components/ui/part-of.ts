import type { FieldErrors } from "@/lib/action-result";
import { type Fields, fieldsOf } from "./use-editor";

/** The fields of an object that stands at `path` in a form. */
export function partOf<Part extends object>(
  part: Part,
  path: string,
  errors: FieldErrors,
  change: (part: Part) => void,
): Fields<Part> {
  const own = Object.entries(errors).filter(([name]) => name.startsWith(`${path}.`));
  return fieldsOf({
    form: part,
    errors: Object.fromEntries(own.map(([name, sentence]) => [name.slice(path.length + 1), sentence])),
    set: (key, value) => change({ ...part, [key]: value }),
  });
}
