import { expect, test } from "vitest";
import { findConflicts, merged } from "@/components/ui/conflicts";

const base = { name: "Spring", note: "", content: { title: "Hi", skip: true }, tags: ["a"], blocks: [block(0)] };

test("what they changed is a conflict, unless mine has the same value", () => {
  const mine = { ...base, name: "Mine", note: "same", content: { title: "Hi", skip: false } };
  const theirs = { ...base, name: "Theirs", note: "same", content: { title: "Hello", skip: true }, tags: ["a", "b"] };
  const found = findConflicts({ base, mine, theirs });
  expect(found).toEqual([
    { path: "name", mine: "Mine", theirs: "Theirs", both: true },
    { path: "content.title", mine: "Hi", theirs: "Hello", both: false },
    { path: "tags", mine: ["a"], theirs: ["a", "b"], both: false },
  ]);
  // What only one of the two changed stays changed.
  const choices = { name: "mine", "content.title": "theirs", tags: "mine" } as const;
  expect(merged({ base, mine, theirs }, choices)).toEqual({
    ...base,
    name: "Mine",
    note: "same",
    content: { title: "Hello", skip: false },
  });
  expect(merged({ base, mine, theirs }, { name: "theirs" })).toMatchObject({ name: "Theirs", tags: ["a", "b"] });
});

test("clicks on a block, and the key by which it moves, are no change", () => {
  const theirs = { ...base, blocks: [{ ...block(7), key: "another" }] };
  expect(findConflicts({ base, mine: base, theirs })).toEqual([]);
});

function block(clicks: number) {
  return { key: "first", clicks, title: "Shop" };
}
