import { decode, encode } from "next-auth/jwt";
import { expect, it } from "vitest";
import { startDatabase } from "../support/database";

await startDatabase();
const { sessionOfToken, tokenOfSession } = await import("@/lib/auth/session-rows");
const { endSession, SESSION_SECONDS, startSession } = await import("@/lib/auth/session-rows");
const { derivedSecret } = await import("@/lib/platform/secrets");
const { createUser } = await import("@/lib/resources/users/service");

const { user } = await createUser({ username: "token", email: "token@example.com", password: "quiet river stone" });
const secret = derivedSecret("session");

it("is valid as long as its row exists", async () => {
  const sessionId = await startSession(user.id, "a browser");
  const token = await tokenOfSession(sessionId);
  expect(token).not.toContain(sessionId);
  expect(await sessionOfToken(token)).toMatchObject({ sessionId, actor: { userId: user.id } });
  await endSession(user.id, sessionId);
  expect(await sessionOfToken(token)).toBeNull();
});

it("has the format of next-auth, and ends with its row", async () => {
  const sessionId = await startSession(user.id, "a browser");
  expect(await sessionOfToken(await encode({ token: { sid: sessionId }, secret }))).toMatchObject({ sessionId });
  const payload = await decode({ token: await tokenOfSession(sessionId), secret });
  expect(Number(payload?.exp) - Number(payload?.iat)).toBe(SESSION_SECONDS);
});

it("is rejected if it was made or changed by others", async () => {
  const sid = await startSession(user.id, "a browser");
  const token = await tokenOfSession(sid);
  const parts = token.split(".");
  const changed = parts.with(3, `${parts[3]?.startsWith("A") ? "B" : "A"}${parts[3]?.slice(1)}`).join(".");
  const none = Buffer.from('{"alg":"none"}').toString("base64url");
  for (const other of [
    changed,
    `${none}.${Buffer.from(JSON.stringify({ sid })).toString("base64url")}.`,
    await encode({ token: { sid }, secret: derivedSecret("device") }),
    await encode({ token: { sid }, secret, salt: "next-auth.state" }),
    await encode({ token: { sid }, secret, maxAge: -60 }),
    sid,
    "",
    "x".repeat(10_000),
  ])
    expect(await sessionOfToken(other), other.slice(0, 40)).toBeNull();
});
