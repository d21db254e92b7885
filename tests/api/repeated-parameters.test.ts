import { beforeAll, describe, expect, inject, it } from "vitest";
import { z } from "@/lib/contract/zod";
import type { LinksChanged } from "@/lib/resources/links/bulk/schema";
import { api } from "../support/api";
import { newCaller } from "../support/caller";
import { addressOf, callOf, operations } from "../support/calls";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";

const server = inject("server");
const refusal = (path: string) => [400, [{ path, code: "parameter_repeated" }]];

const lists = operations.flatMap(([name, operation]) =>
  operation.query instanceof z.ZodObject && "limit" in operation.query.shape ? [[name, operation] as const] : [],
);

describe("of every list,", () => {
  it.each(lists)(
    "a parameter with two values is rejected, and with one value twice accepted: %s",
    async (_, operation) => {
      const caller = await newCaller(server, operation.access);
      const path = addressOf(operation, await callOf(operation, caller)).split("?")[0];
      const { get } = api(server, caller.key);
      const { status, body } = await get<Failure>(`${path}?limit=5&limit=7`);
      expect([status, body.errors]).toMatchObject(refusal("limit"));
      expect((await get(`${path}?limit=5&limit=5&unknown=1&unknown=2`)).status).toBe(200);
    },
  );
});

describe("links", () => {
  let owner: LinkOwner;
  const links: Record<string, number> = {};
  beforeAll(async () => {
    owner = await linkOwner(server);
    for (const tags of ["Red", "Blue", "Red,Blue", "Red,Blue,Old", ""]) {
      links[tags] = (await owner.create({ tags: tags === "" ? [] : tags.split(",") })).id;
    }
  });
  const found = async (query: string) => (await owner.list(`?${query}`)).urls.map(({ id }) => id);
  const those = (...names: string[]) => names.map((name) => links[name]);

  it.each([
    ["tag=red&tag=blue", ["Red,Blue,Old", "Red,Blue"]],
    ["tag=red,%20BLUE", ["Red,Blue,Old", "Red,Blue"]],
    ["tag=red&tag=red", ["Red,Blue,Old", "Red,Blue", "Red"]],
    ["tag=red&tag=nowhere", []],
    ["excludetag=old", ["", "Red,Blue", "Blue", "Red"]],
    ["excludetag=old&excludetag=red", ["", "Blue"]],
    ["tag=blue&excludetag=old", ["Red,Blue", "Blue"]],
    ["excludetag=nowhere&limit=1", [""]],
    ["tag=&excludetag=&limit=1", [""]],
  ])("with all of the tags and none of the excluded ones: %s", async (query, expected) => {
    expect(await found(query)).toEqual(those(...expected));
  });

  it("are changed by the same filter", async () => {
    const filter = { tag: ["red", "blue"], excludetag: "old" };
    const body = { filter, count: 1, untag: "Red" };
    const change = await owner.client.post<LinksChanged>("/api/urls/change", body);
    expect([change.status, change.body.changed]).toEqual([200, 1]);
    await owner.client.post(`/api/urls/change/${change.body.id}/undo`);
    expect(await found("tag=red&tag=blue&excludetag=old")).toEqual(those("Red,Blue"));
  });

  it.each(["q", "alias", "keyword", "externalid", "order", "archived", "short", "page"])(
    "are not listed if %s has two values",
    async (name) => {
      const { status, body } = await owner.client.get<Failure>(`/api/urls?${name}=1&${name}=2`);
      expect([status, body.errors]).toMatchObject(refusal(name));
    },
  );

  it("have at most twenty tags in a filter", async () => {
    const query = Array.from({ length: 21 }, (_, index) => `tag=${index}`).join("&");
    const { status, body } = await owner.client.get<Failure>(`/api/urls?${query}`);
    expect([status, body.errors]).toMatchObject([400, [{ path: "tag", code: "too_many" }]]);
  });
});
