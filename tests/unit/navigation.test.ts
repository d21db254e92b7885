import { expect, test } from "vitest";
import { listDestinations } from "@/components/shell/navigation";
import { permissions } from "@/lib/contract/permissions";

test("each page of the dashboard has its own key", () => {
  const keys = listDestinations({ admin: true }, [...permissions]).flatMap(({ entries }) =>
    entries.map(({ key }) => key),
  );
  expect(keys).toEqual([...new Set(keys)]);
});
