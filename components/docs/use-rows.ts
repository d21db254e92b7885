import type { Field } from "@/lib/http/openapi/reference-fields";
import type { Row } from "./fields";
import { useFieldWords } from "./use-field-words";

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
