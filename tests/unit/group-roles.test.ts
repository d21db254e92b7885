import { describe, expect, it } from "vitest";
import { readGroupRoles } from "@/lib/contract/group-roles";
import { startDatabase } from "../support/database";

await startDatabase();
const { applyGroupRoles } = await import("@/lib/resources/account/group-roles");
const { createUser } = await import("@/lib/resources/users/service");
const { db } = await import("@/lib/platform/database/db");

let count = 0;
async function newUser(admin = false) {
  const username = `group-${++count}`;
  const input = {
    username,
    email: `${username}@example.com`,
    password: "quiet river stone",
    emailVerified: true,
    admin,
  };
  return (await createUser(input)).user;
}

const team = await newUser(true);
const mapping =
  readGroupRoles(
    JSON.stringify({
      "CN=Admins,OU=IT": "administrator",
      marketing: `editor@${team.username}`,
      leads: [`admin@${team.username}`],
      ghosts: "analyst@nobody",
    }),
  ) ?? [];

const stateOf = async (id: number) => {
  const { admin } = await db.user.findUniqueOrThrow({ where: { id } });
  const members = await db.member.findMany({ where: { memberId: id } });
  return { admin, roles: members.map(({ role }) => role) };
};

describe("the groups of a person who logs in", () => {
  it("give their roles, the strongest of several, and remove them again", async () => {
    const { id } = await newUser();
    await applyGroupRoles(id, ["marketing", "ghosts", "unmapped"], mapping);
    expect(await stateOf(id)).toEqual({ admin: false, roles: ["editor"] });
    await applyGroupRoles(id, ["marketing", "leads", "CN=Admins,OU=IT"], mapping);
    expect(await stateOf(id)).toEqual({ admin: true, roles: ["admin"] });
    await applyGroupRoles(id, [], mapping);
    expect(await stateOf(id)).toEqual({ admin: false, roles: [] });
  });

  it("change nothing if the provider does not send them, or the mapping does not name them", async () => {
    const { id } = await newUser();
    await applyGroupRoles(id, ["marketing"], mapping);
    await applyGroupRoles(id, undefined, mapping);
    await applyGroupRoles(id, [], []);
    await applyGroupRoles(id, [], readGroupRoles('{"x": "administrator"}') ?? []);
    expect(await stateOf(id)).toEqual({ admin: false, roles: ["editor"] });
  });

  it("do not remove the last administrator, or make the account's owner a member", async () => {
    await db.user.updateMany({ where: { id: { not: team.id } }, data: { admin: false } });
    await applyGroupRoles(team.id, ["marketing"], mapping);
    expect(await stateOf(team.id)).toEqual({ admin: true, roles: [] });
  });
});

it.each([
  "",
  "admins=administrator",
  "[]",
  '{"a": "owner@ada"}',
  '{"a": "editor"}',
  '{"": "administrator"}',
  '{"a": 5}',
])("an invalid mapping is rejected: %s", (text) => {
  expect(readGroupRoles(text)).toBeNull();
});
