import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { delayAfter, GIVE_UP_AFTER_MS } from "@/lib/platform/jobs/back-off";
import { newSecret, signBody, signedHeaders } from "@/lib/resources/webhooks/signature";

const body = '{"test": 2432232314}';

it("equals the published test vectors", () => {
  // The specification's example, which its libraries test themselves with.
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const signature = signBody(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body);
  expect(signature).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

it("is verified by the published library with each of two secrets", () => {
  const [secret, old] = [newSecret(), newSecret()];
  const headers = signedHeaders([secret, old], "msg_1", Math.floor(Date.now() / 1_000), body);
  for (const one of [secret, old]) expect(new Webhook(one).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow("No matching signature found");
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow("No matching signature found");
});

it("uses secrets of 32 random bytes", () => {
  const secrets = Array.from({ length: 50 }, newSecret);
  expect(new Set(secrets).size).toBe(50);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_/);
    expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
  }
});

it("retries at growing intervals, for three days in about 25 attempts", () => {
  const delays = Array.from({ length: 40 }, (_, index) => delayAfter(index + 1));
  expect(delays.slice(0, 3)).toEqual([5_000, 15_000, 45_000]);
  expect(delays.every((delay, index) => index === 0 || delay >= (delays[index - 1] ?? 0))).toBe(true);
  expect(Math.max(...delays)).toBe(4 * 3_600_000);
  let sum = 0;
  const attempts = delays.findIndex((delay) => {
    sum += delay;
    return sum > GIVE_UP_AFTER_MS;
  });
  expect(attempts).toBeGreaterThan(20);
  expect(attempts).toBeLessThan(30);
});
