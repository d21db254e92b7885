import { expect, test } from "vitest";
import { destinationsOf } from "@/components/shell/navigation";

test("each page of the dashboard has a key of its own", () => {
  const keys = destinationsOf({ admin: true }).flatMap((section) => section.map(({ key }) => key));
  expect(keys).toEqual([...new Set(keys)]);
});
