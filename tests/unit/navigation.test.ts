import { expect, test } from "vitest";
import { destinationsOf } from "@/components/shell/navigation";
import { permissions } from "@/lib/contract/permissions";

test("each page of the dashboard has its own key", () => {
  const keys = destinationsOf({ admin: true }, [...permissions]).flatMap(({ entries }) =>
    entries.map(({ key }) => key),
  );
  expect(keys).toEqual([...new Set(keys)]);
});
