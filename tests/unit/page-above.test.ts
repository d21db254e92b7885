import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { parentOf } from "@/components/ui/page-header";

const pages = globSync("app/dashboard/**/page.tsx").map((file) => `/${file.slice("app/".length, -"/page.tsx".length)}`);

it("leads from every page below a list to a page that exists", () => {
  expect(pages.length).toBeGreaterThan(60);
  for (const page of pages) {
    const parent = parentOf(page);
    if (parent) expect(pages, page).toContain(parent);
    if (/\/(?:new|edit|\[\w+\])$/.test(page)) expect(parent, page).toBeDefined();
  }
});

it("has none above a page that the navigation opens", () => {
  for (const path of ["", "/links", "/settings", "/settings/webhooks", "/admin/users"])
    expect(parentOf(`/dashboard${path}`)).toBeUndefined();
});

it.each([
  ["links/7/edit", "links/7"],
  ["links/7", "links"],
  ["links/deleted", "links"],
  ["tags/3/edit", "tags"],
  ["settings/webhooks/2/9", "settings/webhooks/2"],
  ["settings/two-factor", "settings/security"],
  ["admin/instance/settings", "admin/instance"],
])("leads from %s to %s", (page, parent) => {
  expect(parentOf(`/dashboard/${page}`)).toBe(`/dashboard/${parent}`);
});
