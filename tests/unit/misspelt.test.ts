import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/contract/errors";
import { refuseMisspelledParameters } from "@/lib/http/input";
import { listAudit } from "@/lib/resources/audit/schema";
import { listLinks } from "@/lib/resources/links/operations";
import { listTags } from "@/lib/resources/tags/schema";

const refused = (operation: Parameters<typeof refuseMisspelledParameters>[0], name: string) => {
  try {
    refuseMisspelledParameters(operation, { [name]: "1" }, { keyword: "alias" });
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
};

describe("a query with a parameter", () => {
  it.each([
    ["externalId", "externalid"],
    ["external_id", "externalid"],
    ["EXTERNALID", "externalid"],
    ["extrenalid", "externalid"],
    ["exteralids", "externalid"],
    ["Alias", "alias"],
    ["alais", "alias"],
    ["keywords", "keyword"],
    ["tags", "tag"],
    ["tag[]", "tag"],
    ["shrot", "short"],
    ["_page", "page"],
    ["pages", "page"],
    ["Q", "q"],
    ["archive", "archived"],
  ])("such as %s is rejected with the right name: %s", (name, meant) => {
    expect(refused(listLinks, name)).toBe(`This is not a parameter. Did you mean ${meant}?`);
  });

  it.each([
    ...["q", "alias", "keyword", "isdeleted", "sort", "sort_by", "p", "qs", "_", "", "fields", "include", "domain"],
    ...["per_page", "offset", "start", "constructor", "__proto__", "a".repeat(5_000), "日本"],
  ])("or no similar one is accepted: %s", (name) => {
    expect(refused(listLinks, name)).toBeUndefined();
  });

  it("is rejected by the names of its own operation", () => {
    expect(refused(listAudit, "form")).toMatch("mean from?");
    expect(refused(listTags, "externalId")).toBeUndefined();
    expect(refused(listTags, "Limit")).toMatch("mean limit?");
  });
});
