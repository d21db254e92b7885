import { Redis } from "@upstash/redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { redisServer, startRedis, type TestRedis } from "../support/redis";
import { startUpstash, type UpstashBridge } from "../support/upstash";

describe.skipIf(!redisServer)("the bridge that replaces Upstash", () => {
  let redis: TestRedis;
  let upstash: UpstashBridge;
  beforeAll(async () => {
    redis = await startRedis();
    upstash = await startUpstash(redis.url);
  });
  afterAll(async () => {
    await upstash.close();
    await redis.kill();
  });

  it.each(["base64", false] as const)("answers Upstash's own client (encoding: %s)", async (responseEncoding) => {
    const client = new Redis({ url: upstash.url, token: upstash.token, responseEncoding });
    expect(await client.set("key", "grüße")).toBe("OK");
    expect(await client.get("key")).toBe("grüße");
    expect(await client.get("missing")).toBe(null);
    expect(await client.pipeline().incr(`a${responseEncoding}`).mget("key", "missing").exec()).toEqual([
      1,
      ["grüße", null],
    ]);
    expect(await client.multi().set("b", "c").get("b").exec()).toEqual(["OK", "c"]);
    await expect(client.incr("key")).rejects.toThrow("not an integer");
    const shebang = "#!lua flags=allow-key-locking\nreturn KEYS[1]";
    expect(await client.eval(shebang, ["k"], [])).toBe("k");
    expect(await client.createScript(shebang).exec(["k"], [])).toBe("k");
  });

  it("refuses another token", async () => {
    const client = new Redis({ url: upstash.url, token: "another" });
    await expect(client.get("key")).rejects.toThrow("WRONGPASS");
  });
});
