/** A field of a form that someone else changed while it was being edited. */
export interface Conflict {
  /** the names that lead to the field, with dots if it is nested */
  path: string;
  mine: unknown;
  theirs: unknown;
  /** whether both users changed it */
  both: boolean;
}

export type Choices = Record<string, "mine" | "theirs">;

export interface Versions<Form> {
  /** the value that both started with */
  base: Form;
  mine: Form;
  theirs: Form;
}

/** Returns the fields that the other user changed, except those that have the same value in mine. */
export function findConflicts<Form extends object>({ base, mine, theirs }: Versions<Form>): Conflict[] {
  const [before, edited] = [leavesOf(base), leavesOf(mine)];
  return [...leavesOf(theirs)].flatMap(([path, value]) => {
    const [first, own] = [before.get(path), edited.get(path)];
    if (isSame(value, first) || isSame(value, own)) return [];
    return [{ path, mine: own, theirs: value, both: !isSame(own, first) }];
  });
}

/** Returns mine with their changes. `choices` decides for the fields in conflict. */
export function merged<Form extends object>({ base, mine, theirs }: Versions<Form>, choices: Choices): Form {
  const [before, edited] = [leavesOf(base), leavesOf(mine)];
  return [...leavesOf(theirs)].reduce((form, [path, value]) => {
    const isTaken = choices[path] ? choices[path] === "theirs" : !isSame(value, before.get(path));
    return withLeaf(form, path.split("."), isTaken ? value : edited.get(path));
  }, theirs);
}

/** Every value by its path. Lists are one value. */
function leavesOf(form: object, prefix = ""): Map<string, unknown> {
  const leaves = Object.entries(form).flatMap(([key, value]): [string, unknown][] =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? [...leavesOf(value, `${prefix}${key}.`)]
      : [[`${prefix}${key}`, value]],
  );
  return new Map(leaves);
}

function withLeaf<Form extends object>(form: Form, [key = "", ...rest]: string[], value: unknown): Form {
  const present = form[key as keyof Form];
  const next = rest.length > 0 && present ? withLeaf(present as object, rest, value) : value;
  return { ...form, [key]: next };
}

/** In lists, the keys and clicks of blocks are not edited. */
const edited = (name: string, value: unknown) => (name === "key" || name === "clicks" ? undefined : value);
const isSame = (one: unknown, other: unknown) => JSON.stringify(one, edited) === JSON.stringify(other, edited);
