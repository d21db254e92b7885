import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const load = async (variables: Record<string, string>) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  vi.resetModules();
  return (await import("@/lib/env")).env;
};

test.each([
  ["PORT", "abc"],
  ["PORT", "70000"],
  ["APP_URL", "example.org"],
  ["WEB_CONCURRENCY", "0"],
  ["WEB_CONCURRENCY", "many"],
  ["DATABASE_URL", "mysql://localhost/signpost"],
  ["REDIS_URL", "localhost:6379"],
  ["UPSTASH_REDIS_REST_URL", "localhost"],
  ["UPSTASH_REDIS_REST_TOKEN", "without a URL"],
  ["APP_SECRET", "short"],
  ["ADMIN_EMAIL", "nobody"],
  ["ADMIN_PASSWORD", "short"],
  ["ADMIN_API_KEY", "short"],
  ["RATE_LIMIT_PER_MINUTE", "0"],
  ["TRUSTED_PROXIES", "10.0.0.0/8, nonsense"],
  ["LOG_LEVEL", "loud"],
  ["SMTP_URL", "http://localhost"],
  ["GOOGLE_CLIENT_ID", "without a secret"],
  ["GITHUB_CLIENT_SECRET", "without an id"],
  ["GITHUB_URL", "github.example.com"],
  ["OIDC_ISSUER", "id.example.com"],
  ["OIDC_ISSUER", "https://id.example.com"],
  ["DOMAIN_VERIFICATION", "maybe"],
  ["DNS_SERVERS", "10.0.0.53, dns.example.com"],
  ["SMS_SANDBOX", "perhaps"],
  ["TWILIO_API_URL", "api.example.com"],
])("%s=%s is refused in one line that names it", async (name, value) => {
  await expect(load({ [name]: value })).rejects.toThrow(new RegExp(`^.*${name}.*$`));
});

test("a refusal does not repeat a secret", async () => {
  await expect(load({ APP_SECRET: "not long enough" })).rejects.not.toThrow("not long enough");
  await expect(load({ DATABASE_URL: "mysql://me:hidden@localhost" })).rejects.not.toThrow("hidden");
});

test("an empty variable counts as unset", async () => {
  expect(await load({ PORT: "", SMTP_URL: "", TRUSTED_PROXIES: "" })).toMatchObject({
    PORT: 3000,
    TRUSTED_PROXIES: [],
  });
});
