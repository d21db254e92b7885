import { resolve } from "node:path";
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
  ["METRICS_PORT", "0"],
  ["METRICS_PORT", "70000"],
  ["METRICS_PORT", "0.0.0.0"],
  ["METRICS_PORT", "0.0.0.0:0"],
  ["METRICS_PORT", "::9464"],
  ["METRICS_PORT", "http://0.0.0.0:9464"],
  ["SMTP_URL", "http://localhost"],
  ["SMTP_URL", "smtp:mail.example.com:25"],
  ["REDIS_URL", "redis:/cache.example.com"],
  ["DATABASE_URL", "postgresql:db.example.com/signpost"],
  ["CLICKHOUSE_URL", "http:/clickhouse.example.com"],
  ["CLICKHOUSE_URL", "clickhouse://localhost"],
  ["BACKUP_TO", "gs://bucket"],
  ["BACKUP_TO", "https://bucket.s3.amazonaws.com/signpost"],
  ["BACKUP_TO", "s3:/bucket"],
  ["BACKUP_TO", "s3:bucket"],
  ["BACKUP_TO", "s3://"],
  ["BACKUP_TO", "s3://A_Bucket/signpost"],
  ["BACKUP_TO", "~/backups"],
  ["BACKUP_TO", "backups"],
  ["BACKUP_TO", "./backups"],
  ["BACKUP_TO", "file:///backups"],
  ["BACKUP_TO", resolve(".data/backups")],
  ["BACKUP_TO", resolve(".data")],
  ["DATA_DIR", "~/signpost"],
  ["DATA_DIR", "s3://bucket"],
  ["JOURNAL_DIR", "~signpost/journal"],
  ["JOURNAL_DIR", "nfs://server/journal"],
  ["LOG_FILE", "~/signpost.log"],
  ["LOG_FILE", "file:///var/log/signpost.log"],
  ["BLOCKLIST", "https://example.com/blocklist.txt"],
  ["GEOIP_DB", "/files/city.mmdb,~/other.mmdb"],
  ["REFERRER_SPAM_LIST", "http://example.com/spammers.txt"],
  ["REFERRER_SPAM_LIST", "~/spammers.txt"],
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

test("takes addresses with a scheme in capitals, and paths of all kinds", async () => {
  const { BACKUP_TO, REDIS_URL, REFERRER_SPAM_LIST } = await load({
    BACKUP_TO: "S3://bucket/signpost",
    REDIS_URL: "REDIS://user:Pass@Cache.example.com:6379",
    REFERRER_SPAM_LIST: "HTTPS://example.com/Spammers.txt",
  });
  expect([BACKUP_TO, REDIS_URL, REFERRER_SPAM_LIST]).toEqual([
    "s3://bucket/signpost",
    "redis://user:Pass@Cache.example.com:6379",
    "https://example.com/Spammers.txt",
  ]);
  const { DATA_DIR, LOG_FILE } = await load({ DATA_DIR: "data", LOG_FILE: "../a~b.log", BACKUP_TO: "/data.backups" });
  expect([DATA_DIR, LOG_FILE]).toEqual([resolve("data"), resolve("../a~b.log")]);
});

test.each([
  ["9464", "127.0.0.1"],
  ["0.0.0.0:9464", "0.0.0.0"],
  ["[::]:9464", "::"],
  ["metrics.internal:9464", "metrics.internal"],
])("serves metrics on %s", async (METRICS_PORT, host) => {
  expect((await load({ METRICS_PORT })).METRICS_PORT).toEqual({ host, port: 9464 });
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
