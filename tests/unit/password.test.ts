import { hash as argon2, verify } from "@node-rs/argon2";
import { describe, expect, it, vi } from "vitest";
import { hashPassword, verifyPassword } from "@/lib/auth/password";
import { englishOf } from "@/lib/contract/errors";
import { refusalOfIssue } from "@/lib/contract/zod";
import { apiPassword, webPassword } from "@/lib/resources/users/schema";

vi.mock("@node-rs/argon2", { spy: true });

describe("a password", () => {
  it("is stored as argon2id with the recommended costs", async () => {
    const hash = await hashPassword("quiet river stone");
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hash).not.toBe(await hashPassword("quiet river stone"));
  });

  it("matches only itself", async () => {
    const hash = await hashPassword("Größe 👋");
    expect(await verifyPassword(hash, "Größe 👋")).toBe(true);
    for (const wrong of ["größe 👋", "Größe", "", "Größe 👋 "]) expect(await verifyPassword(hash, wrong)).toBe(false);
  });

  it("matches however a keyboard writes its letters", async () => {
    const hash = await hashPassword("caf\u00e9 １２３");
    for (const typed of ["cafe\u0301 123", "café １２３"]) expect(await verifyPassword(hash, typed)).toBe(true);
    expect(await verifyPassword(hash, "cafe 123")).toBe(false);
    // In the form that earlier versions stored.
    const earlier = await argon2("cafe\u0301");
    expect([await verifyPassword(earlier, "cafe\u0301"), await verifyPassword(earlier, "cafe")]).toEqual([true, false]);
  });

  it("costs as much to check without an account as with one", async () => {
    const hash = await hashPassword("quiet river stone");
    const costsOf = async (expected: string | null) => {
      vi.mocked(verify).mockClear();
      expect(await verifyPassword(expected, "wrong")).toBe(false);
      return vi.mocked(verify).mock.calls.map(([checked, text]) => [String(checked).split("$").slice(0, 4), text]);
    };
    const withAccount = await costsOf(hash);
    expect(withAccount).toEqual([[["", "argon2id", "v=19", "m=19456,t=2,p=1"], "wrong"]]);
    expect(await costsOf(null)).toEqual(withAccount);
  });

  it("without an account is never right, not even the placeholder", async () => {
    expect(await verifyPassword(null, "nobody has this password")).toBe(false);
    expect(await verifyPassword(undefined, "")).toBe(false);
  });
});

describe("the rules for a new password", () => {
  const problem = (schema: typeof webPassword, value: unknown) => {
    const issue = schema.safeParse(value).error?.issues[0];
    return issue && englishOf(refusalOfIssue(issue));
  };

  it("require 8 characters on the web and 5 through the API", () => {
    expect(problem(webPassword, "1x3y5z7")).toBe("Use at least 8 characters.");
    expect(problem(webPassword, "1x3y5z7w")).toBeUndefined();
    expect(problem(apiPassword, "1234")).toBe("Use at least 5 characters.");
    expect(problem(apiPassword, "12345")).toBeUndefined();
    expect(problem(webPassword, "x".repeat(257))).toBe("Use at most 256 characters.");
    expect(problem(webPassword, undefined)).toBe("Enter a password.");
  });

  it.each(["password", "PASSWORD1", "12345678", "qwertyuiop", "iloveyou", "Summer2026"])(
    "reject %s on the web",
    (known) => {
      expect(problem(webPassword, known)).toBe("That password is too common. Please choose another one.");
    },
  );
});

it("hashes few at once, and rejects requests that would wait too long", async () => {
  const tries = await Promise.allSettled(Array.from({ length: 60 }, () => hashPassword("quiet river stone")));
  const refused = tries.filter((each) => each.status === "rejected");
  expect(refused.length).toBeGreaterThanOrEqual(28);
  for (const { reason } of refused) expect(reason).toMatchObject({ kind: "unavailable" });
  expect(tries.slice(0, 30).every(({ status }) => status === "fulfilled")).toBe(true);
});
