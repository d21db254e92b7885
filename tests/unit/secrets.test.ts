import { afterEach, describe, expect, it, vi } from "vitest";

async function secretsWith(APP_SECRET: string) {
  vi.resetModules();
  vi.stubEnv("APP_SECRET", APP_SECRET);
  return import("@/lib/platform/secrets");
}

const one = "the first secret, which is long enough";
const other = "another secret, which is long enough too";

afterEach(() => vi.unstubAllEnvs());

describe("secrets", () => {
  it("return what was encrypted, in any alphabet", async () => {
    const { decrypt, encrypt } = await secretsWith(one);
    for (const text of ["", "key", "Grüße 👋", "x".repeat(10_000)]) {
      expect(decrypt("api-key-copy", encrypt("api-key-copy", text))).toBe(text);
    }
  });

  it("never encrypt the same text in the same way", async () => {
    const { encrypt } = await secretsWith(one);
    expect(encrypt("api-key-copy", "key")).not.toEqual(encrypt("api-key-copy", "key"));
  });

  it("reject data in which any byte was changed", async () => {
    const { decrypt, encrypt } = await secretsWith(one);
    const data = encrypt("api-key-copy", "key");
    for (const index of data.keys()) {
      const changed = Uint8Array.from(data, (byte, at) => (at === index ? byte ^ 1 : byte));
      expect(() => decrypt("api-key-copy", changed), `byte ${index}`).toThrow();
    }
    expect(() => decrypt("api-key-copy", data.subarray(0, 20))).toThrow();
  });

  it("are separate for each purpose", async () => {
    const { decrypt, derivedSecret, encrypt, hmac } = await secretsWith(one);
    expect(() => decrypt("sms-token", encrypt("api-key-copy", "key"))).toThrow();
    expect(hmac("sms-token", "key")).not.toEqual(hmac("api-key-lookup", "key"));
    expect(derivedSecret("session")).not.toBe(derivedSecret("sms-token"));
  });

  it("depend only on APP_SECRET", async () => {
    const first = await secretsWith(one);
    const data = first.encrypt("api-key-copy", "key");
    const again = await secretsWith(one);
    expect(again.decrypt("api-key-copy", data)).toBe("key");
    expect(again.hmac("api-key-lookup", "key")).toEqual(first.hmac("api-key-lookup", "key"));
    const changed = await secretsWith(other);
    expect(() => changed.decrypt("api-key-copy", data)).toThrow();
    expect(changed.hmac("api-key-lookup", "key")).not.toEqual(first.hmac("api-key-lookup", "key"));
  });

  it("report missing settings only when used", async () => {
    const { hmac } = await secretsWith("");
    expect(() => hmac("api-key-lookup", "key")).toThrow("APP_SECRET is not set");
  });
});
