import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const load = async (variables: Record<string, string>) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  vi.resetModules();
  return (await import("@/lib/platform/env")).env;
};

test.each([
  ["PORT", "abc"],
  ["PORT", "0"],
  ["PORT", "70000"],
  ["APP_URL", "example.org"],
  ["APP_URL", "https://example.org/go"],
  ["PAGES_URL", "https://example.org/pages"],
  ["PAGES_URL", "http://localhost:4000"],
  ["WEB_CONCURRENCY", "0"],
  ["WEB_CONCURRENCY", "many"],
  ["DATABASE_URL", "mysql://localhost/signpost"],
  ["REDIS_URL", "localhost:6379"],
  ["UPSTASH_REDIS_REST_URL", "localhost"],
  ["UPSTASH_REDIS_REST_TOKEN", "without a URL"],
  ["APP_SECRET", "short"],
  ["S3_ENDPOINT", "minio:9000"],
  ["S3_ACCESS_KEY_ID", "without its secret"],
  ["ADMIN_EMAIL", "nobody"],
  ["ADMIN_PASSWORD", "short"],
  ["ADMIN_PASSWORD", "long".repeat(65)],
  ["ADMIN_API_KEY", "short"],
  ["ADMIN_API_KEY", "a key with spaces that none could send"],
  ["RATE_LIMIT_PER_MINUTE", "0"],
  ["TRUSTED_PROXIES", "10.0.0.0/8, nonsense"],
  ["LOG_LEVEL", "loud"],
  ["SMTP_URL", "http://localhost"],
  ["GOOGLE_CLIENT_ID", "without a secret"],
  ["GITHUB_CLIENT_SECRET", "without an id"],
  ["GITHUB_URL", "github.example.com"],
  ["OIDC_ISSUER", "id.example.com"],
  ["OIDC_ISSUER", "https://id.example.com"],
  ["OIDC_TRUST_EMAILS", "perhaps"],
  ["OIDC_ROLES", "admins=administrator"],
  ["DOMAIN_VERIFICATION", "maybe"],
  ["DNS_SERVERS", "10.0.0.53, dns.example.com"],
  ["DNS_SERVERS", "10.0.0.53:0"],
  ["DNS_SERVERS", "[fd00::53]:65536"],
  ["CURRENCY", "Euro"],
  ["CURRENCY", "eur"],
  ["SMS_SANDBOX", "perhaps"],
  ["TWILIO_API_URL", "api.example.com"],
])("rejects %s=%s in one line that names it", async (name, value) => {
  await expect(load({ [name]: value })).rejects.toThrow(new RegExp(`^.*${name}.*$`));
});

test.each([
  ["WEB_CONCURRENCY", "65", "must be at most 64"],
  ["RATE_LIMIT_PER_MINUTE", "1.5", "must be a whole number"],
  ["LOG_LEVEL", "loud", "must be trace, debug, info, warn, error or silent"],
])("rejects %s=%s because it %s", async (name, value, why) => {
  await expect(load({ [name]: value })).rejects.toThrow(`${name} ${why} (it is "${value}")`);
});

test("accepts name servers with and without ports", async () => {
  const DNS_SERVERS = "10.0.0.53, 10.0.0.54:5353, fd00::53, [fd00::54], [fd00::55]:65535";
  expect((await load({ DNS_SERVERS })).DNS_SERVERS).toHaveLength(5);
});

test("an error does not repeat a secret", async () => {
  await expect(load({ APP_SECRET: "not long enough" })).rejects.not.toThrow("not long enough");
  await expect(load({ DATABASE_URL: "mysql://me:hidden@localhost" })).rejects.not.toThrow("hidden");
});

test("an empty variable counts as unset", async () => {
  expect(await load({ PORT: " ", SMTP_URL: "", TRUSTED_PROXIES: "" })).toMatchObject({
    PORT: 3000,
    TRUSTED_PROXIES: [],
  });
});
