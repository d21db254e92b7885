import { type Fields, fieldsOf } from "./use-editor";

/** The fields of the object at `path` in the form of `whole`. */
export function partOf<Part extends object>(
  part: Part,
  path: string,
  whole: Pick<Fields<object>, "errors" | "path">,
  change: (part: Part) => void,
): Fields<Part> {
  const own = Object.entries(whole.errors).filter(([name]) => name.startsWith(`${path}.`));
  return fieldsOf({
    form: part,
    errors: Object.fromEntries(own.map(([name, sentence]) => [name.slice(path.length + 1), sentence])),
    path: whole.path ? `${whole.path}.${path}` : path,
    set: (key, value) => change({ ...part, [key]: value }),
  });
}
