import { expect, inject, it } from "vitest";
import { grantedPermissions } from "@/lib/auth/permissions";
import { api } from "../support/api";
import { filesIn, manifestOf } from "../support/archive";
import { newKey } from "../support/team";
import { newUser } from "../support/users";

const server = inject("server");

it("contains only what the key may read, and says what it leaves out", async () => {
  const { id, key } = await newUser(server);
  const analyst = await newKey(server, id, id, [...grantedPermissions("analyst")]);
  expect((await api(server, analyst).get("/api/audit")).status).toBe(403);

  const names = async (with_: string) => {
    const { status, body } = await api(server, with_).get<Buffer>("/api/account/archive");
    expect(status).toBe(200);
    const files = await filesIn(body);
    return { names: [...files.keys()], manifest: manifestOf(files) };
  };
  const whole = await names(key);
  expect(whole.names).toContain("audit.jsonl");
  expect(whole.manifest.leftOut).toEqual([]);
  const bounded = await names(analyst);
  expect(bounded.names).toEqual(whole.names.filter((name) => name !== "audit.jsonl"));
  expect(bounded.manifest.leftOut).toEqual(["audit.jsonl"]);
});

it("is refused to a key that cannot read everything in it", async () => {
  const { id } = await newUser(server);
  const key = await newKey(server, id, id, ["account:read", "links:read"]);
  expect(await api(server, key).get("/api/account/archive")).toMatchObject({
    status: 403,
    body: { code: "permission_lacking" },
  });
});
