import { describe, expect, it } from "vitest";
import { startDatabase } from "../support/database";

await startDatabase();
const { checkCredentials, confirmPassword } = await import("@/lib/auth/log-in");
const { countMail } = await import("@/lib/auth/attempts");
const { findActorByKey } = await import("@/lib/auth/api-key");
const { createUser } = await import("@/lib/users/service");

const password = "quiet river stone";

let count = 0;
async function newUser() {
  const username = `log-in-${++count}`;
  return createUser({ username, email: `${username}@example.com`, password });
}

const wrong = { code: "unauthorized", message: "That e-mail address and password do not fit together." };
const limited = { code: "rate_limited", message: "Too many failed log-ins. Try again in 15 minutes." };

describe("logging in", () => {
  it("answers alike for a wrong password and an unknown e-mail", async () => {
    const { user } = await newUser();
    expect(await checkCredentials({ email: user.email, password }, "a")).toBe(user.id);
    await expect(checkCredentials({ email: user.email, password: "x" }, "a")).rejects.toMatchObject(wrong);
    await expect(checkCredentials({ email: "nobody@example.com", password }, "a")).rejects.toMatchObject(wrong);
  });

  it("is refused after 5 failures of an account, from wherever they came, also where there is no such account", async () => {
    const { user } = await newUser();
    for (const email of [user.email, "ghost@example.com"]) {
      for (let n = 0; n < 5; n++) {
        await expect(checkCredentials({ email, password: "x" }, `b${email}${n}`)).rejects.toMatchObject(wrong);
      }
      await expect(checkCredentials({ email, password }, "c")).rejects.toMatchObject(limited);
    }
  });

  it("is refused after 20 failures of an address", async () => {
    const { user } = await newUser();
    for (let n = 0; n < 20; n++) {
      const guess = checkCredentials({ email: `someone-${n}@example.com`, password }, "d");
      await expect(guess).rejects.toMatchObject(wrong);
    }
    await expect(checkCredentials({ email: user.email, password }, "d")).rejects.toMatchObject(limited);
    expect(await checkCredentials({ email: user.email, password }, "e")).toBe(user.id);
  });

  it("counts failures alone", async () => {
    const { user } = await newUser();
    for (let n = 0; n < 30; n++) expect(await checkCredentials({ email: user.email, password }, "f")).toBe(user.id);
  });

  it("lets no more guesses through when they come at once", async () => {
    const { user } = await newUser();
    const guesses = Array.from({ length: 30 }, (_, n) =>
      checkCredentials({ email: user.email, password: `${n}` }, `g${n}`),
    );
    const codes = (await Promise.allSettled(guesses)).map((guess) => guess.status === "rejected" && guess.reason.code);
    expect(codes.filter((code) => code === "unauthorized")).toHaveLength(5);
  });

  it("limits the question for the current password too", async () => {
    const { user, apiKey } = await newUser();
    const actor = await findActorByKey(apiKey);
    if (!actor) throw new Error("the key is not known");
    await confirmPassword(actor, password, "h");
    for (let n = 0; n < 5; n++) {
      const guess = confirmPassword(actor, "x", "h");
      await expect(guess).rejects.toMatchObject({ code: "invalid", fields: [{ path: "currentPassword" }] });
    }
    await expect(confirmPassword(actor, password, "h")).rejects.toMatchObject(limited);
    await expect(checkCredentials({ email: user.email, password }, "i")).rejects.toMatchObject(limited);
  });
});

describe("asking for a reset mail", () => {
  it("is limited for an account and for an address", async () => {
    const tooMany = { code: "rate_limited", message: "Too many requests. Try again in 60 minutes." };
    for (let n = 0; n < 3; n++) await countMail("ann@example.com", `j${n}`);
    await expect(countMail("ann@example.com", "k")).rejects.toMatchObject(tooMany);
    for (let n = 0; n < 20; n++) await countMail(`${n}@example.com`, "l");
    await expect(countMail("ben@example.com", "l")).rejects.toMatchObject(tooMany);
  });
});
