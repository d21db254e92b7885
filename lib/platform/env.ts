import { isIP } from "node:net";
import { isAbsolute, relative, resolve } from "node:path";
import proxyAddr from "proxy-addr";
import { z } from "zod";
import { StartError } from "@/lib/contract/errors";
import { readGroupRoles } from "@/lib/contract/group-roles";
import { isCurrency } from "@/lib/contract/money";
import { parseUrl } from "@/lib/contract/url";
import { machineMemory } from "./machine-memory";

/** The parts of `s3://bucket/prefix`; null if the text has another form. */
export function parsePlace(place: string): { bucket: string; prefix: string } | null {
  const [, bucket, path = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([^?#]*))?$/.exec(place) ?? [];
  if (bucket === undefined) return null;
  const prefix = path.split("/").filter(Boolean).join("/");
  return { bucket, prefix: prefix && `${prefix}/` };
}

/**
 * Returns whether a text names a file or folder. Only shells expand `~`, and an address such as `s3:/bucket` would
 * become a folder with that name.
 */
export const isPath = (text: string): boolean => !/^(?:~|[a-z][\w+.-]+:)/i.test(text);

/** Writes the scheme of an address in small letters, as all libraries expect it. */
const withSmallScheme = (address: string): string =>
  address.trim().replace(/^[a-z][\w+.-]*:/i, (scheme) => scheme.toLowerCase());

/** Without both slashes, some libraries take an address for a relative one, and connect to this machine. */
const url = (...protocols: string[]) =>
  z
    .string()
    .transform(withSmallScheme)
    .refine((value) => parseUrl(value) !== null && protocols.some((protocol) => value.startsWith(`${protocol}//`)), {
      message: `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
    });

/** A file or folder. Relative ones start in the folder of the package. */
const path = z
  .string()
  .refine(isPath, "must be the path of a file or folder; ~ and addresses such as s3:// are not possible here")
  .transform((value) => resolve(value));

const number = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number("must be a number").min(least, `must be at least ${least}`).max(most, `must be at most ${most}`);

const whole = (least: number, most?: number) => number(least, most).int("must be a whole number");

/** A port of this machine, or `address:port`, such as `0.0.0.0:9464` or `[::]:9464`. */
const listener = z.string().transform((value, context) => {
  const [, host, port] = /^(?:([^:[\]]+|\[[\da-f:.]+\]):)?(\d{1,5})$/i.exec(value.trim()) ?? [];
  if (Number(port) >= 1 && Number(port) <= 65_535)
    return { host: host?.replace(/[[\]]/g, "") ?? "127.0.0.1", port: Number(port) };
  context.addIssue("must be a port, or an address with a port such as 0.0.0.0:9464");
  return z.NEVER;
});

/** The address of a service. A path, query or fragment is refused, because it would be ignored. */
const origin = url("http:", "https:")
  .refine((value) => {
    const parsed = parseUrl(value);
    return !parsed || parsed.href === `${parsed.origin}/`;
  }, "must have nothing behind the host and the port")
  .transform((value) => new URL(value).origin);

/** Where people report abuse: an e-mail address or a web address. The result is an address as RFC 9116 asks for. */
const abuseContact = z
  .string()
  .trim()
  .transform((value) => (z.email().safeParse(value).success ? `mailto:${value}` : value))
  .refine((value) => {
    const parsed = parseUrl(value);
    if (parsed?.protocol === "mailto:") return z.email().safeParse(parsed.pathname).success;
    return parsed?.protocol === "https:" && /^[\x21-\x7e]+$/.test(value);
  }, "must be an e-mail address, or a URL that starts with https://");

const list = z.string().transform((value) =>
  value
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean),
);

function areAddresses(entries: string[]): boolean {
  try {
    proxyAddr.compile(entries);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns whether the entries are addresses in the form that node:dns takes: `10.0.0.53`, `10.0.0.53:5353`, `fd00::53`
 * or `[fd00::53]:5353`. An invalid port would crash the process at the first look-up.
 */
function areNameServers(entries: string[]): boolean {
  return entries.every((entry) => {
    const [, bracketed, plain, port = "53"] = /^(?:\[(.+)\]|([\d.]+)(?=:))(?::(\d{1,5}))?$/.exec(entry) ?? [];
    return isIP(bracketed ?? plain ?? entry) !== 0 && Number(port) >= 1 && Number(port) <= 65_535;
  });
}

const schema = z.object({
  PORT: whole(1, 65_535).default(3000),
  HOST: z.string().default("0.0.0.0"),
  APP_URL: origin.optional(),
  PAGES_URL: origin.optional(),
  DATA_DIR: path.default(() => resolve(".data")),
  JOURNAL_DIR: path.optional(),
  JOURNAL_MAX_MB: number(1).default(2_048),
  WEB_CONCURRENCY: whole(1, 64).default(1),
  // With less memory, a second process that loads Next would be ended by the kernel.
  PAGE_PROCESSES: whole(0, 16).default(() => (machineMemory() < 2 ** 30 ? 0 : 1)),
  DATABASE_URL: url("postgres:", "postgresql:").optional(),
  REDIS_URL: url("redis:", "rediss:").optional(),
  CLICKHOUSE_URL: url("http:", "https:").optional(),
  // A relative folder would be inside the package: on the disk that the backups should survive, and gone with the next one.
  BACKUP_TO: z
    .string()
    .transform(withSmallScheme)
    .refine(
      (place) => isAbsolute(place) || parsePlace(place) !== null,
      "must be a full path such as /backups, or s3://bucket/prefix",
    )
    .optional(),
  BACKUP_EVERY_HOURS: whole(1, 8_760).default(24),
  BACKUP_KEEP: whole(1).default(7),
  BACKUP_PASSPHRASE: z.string().min(12, "must be at least 12 characters").optional(),
  BACKUP_RECIPIENT: z.string().startsWith("age1", "must be a recipient of age, which starts with age1").optional(),
  BACKUP_IDENTITY: z.string().startsWith("AGE-SECRET-KEY-1", "must be an identity of age").optional(),
  CLICK_RETENTION_DAYS: whole(1, 36_500).optional(),
  UPSTASH_REDIS_REST_URL: url("http:", "https:").optional(),
  UPSTASH_REDIS_REST_TOKEN: z.string().optional(),
  APP_SECRET: z.string().min(32, "must be at least 32 characters").optional(),
  APP_SECRET_PREVIOUS: z.string().min(32, "must be at least 32 characters").optional(),
  S3_ENDPOINT: origin.optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  ADMIN_EMAIL: z.email("must be an e-mail address").default("admin@example.com"),
  // A longer password could not be used: the log-in form or the Authorization header would not take it.
  ADMIN_PASSWORD: z
    .string()
    .min(8, "must be at least 8 characters")
    .max(256, "must be at most 256 characters")
    .optional(),
  ADMIN_API_KEY: z
    .string()
    .min(20, "must be at least 20 characters")
    .regex(/^[\x21-\x7e]*$/, "must be ASCII characters without spaces")
    .optional(),
  RATE_LIMIT_PER_MINUTE: whole(1).default(30),
  TRUSTED_PROXIES: list
    .refine(areAddresses, "must be a comma-separated list of addresses, networks, loopback, linklocal or uniquelocal")
    .default([]),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"], "must be trace, debug, info, warn, error or silent")
    .default("info"),
  LOG_FILE: path.optional(),
  SLOW_STATEMENT_MS: number(1).default(500),
  METRICS_TOKEN: z
    .string()
    .min(20, "must be at least 20 characters")
    .regex(/^[\x21-\x7e]*$/, "must be ASCII characters without spaces")
    .optional(),
  METRICS_PORT: listener.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url("http:", "https:").optional(),
  REGISTRATION: z.enum(["open", "invite", "off"], "must be open, invite or off").default("open"),
  AUDIT_RETENTION_DAYS: whole(1, 36_500).default(365),
  MESSAGE_RETENTION_DAYS: whole(1, 36_500).default(730),
  SMTP_URL: url("smtp:", "smtps:").optional(),
  MAIL_PER_HOUR: whole(1).default(1_000),
  MAIL_FROM: z.string().default("Signpost <signpost@localhost>"),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GITHUB_URL: origin.default("https://github.com"),
  OIDC_ISSUER: url("http:", "https:")
    .transform((value) => new URL(value).href)
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().default("Single sign-on"),
  OIDC_TRUST_EMAILS: z.stringbool("must be 1 or 0").default(false),
  OIDC_GROUPS_CLAIM: z.string().default("groups"),
  OIDC_ROLES: z
    .string()
    .refine((text) => readGroupRoles(text) !== null, {
      message: 'must be JSON such as {"admins": "administrator", "marketing": "editor@ada"}',
    })
    .transform((text) => readGroupRoles(text) ?? [])
    .optional(),
  ABUSE_CONTACT: abuseContact.optional(),
  GEOIP_DB: z
    .string()
    .refine((files) => files.split(",").every((file) => isPath(file.trim())), "must be paths of files")
    .optional(),
  BLOCKLIST: path.optional(),
  REFERRER_SPAM_LIST: z
    .string()
    .transform(withSmallScheme)
    .refine((place) => isPath(place) || url("https:").safeParse(place).success, {
      message: "must be a path, or a URL that starts with https://",
    })
    .transform((place) => (isPath(place) ? resolve(place) : place))
    .optional(),
  ALLOW_PRIVATE_FETCH: z.literal("1", "must be 1 where it is set").optional(),
  DOMAIN_VERIFICATION: z.enum(["strict", "pending", "off"], "must be strict, pending or off").optional(),
  DNS_SERVERS: list.refine(areNameServers, "must be a comma-separated list of addresses").default([]),
  CONSENT: z.enum(["off", "required"], "must be off or required").default("off"),
  CURRENCY: z.string().refine(isCurrency, "must be the code of a currency, such as EUR").default("USD"),
  SMS_SANDBOX: z.stringbool("must be 1 or 0").optional(),
  TWILIO_API_URL: origin.optional(),
});

/**
 * The schema together with the values that the service determines at start and passes on to workers and threads. Users
 * do not set those.
 */
const known = schema.extend({ SIGNPOST_ROOT_KEY: z.string().optional() });

export type Env = z.infer<typeof known>;

/** Variables of earlier versions, and what is so without them. */
const removed = {
  LOG_KEEP: "five older log files are kept",
  LOG_MAX_MB: "a new log file begins at 100 MiB",
  METRICS_HOST: "METRICS_PORT takes an address too, such as 0.0.0.0:9464",
};

/** Returns a sentence for each variable that is set but no longer exists. */
export function removedVariables(): string[] {
  return Object.entries(removed).flatMap(([name, now]) =>
    process.env[name]?.trim() ? [`${name} is set, but no longer exists: ${now}`] : [],
  );
}

/** Variables that only make sense together. */
const groups = [
  ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"],
  ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
] as const satisfies (keyof Env)[][];

/** Names of variables whose values are or contain a secret. */
const SECRET = /SECRET|PASSWORD|PASSPHRASE|IDENTITY|KEY|TOKEN|(DATABASE|REDIS|CLICKHOUSE|REST|SMTP)_URL/;

function read(): Env {
  // An empty variable counts as unset, as in a compose file with `SMTP_URL=`.
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value?.trim() !== ""));
  const result = known.safeParse(given);
  if (!result.success) {
    const issue = result.error.issues[0];
    const name = String(issue?.path[0]);
    throw new StartError(`${name} ${issue?.message}${SECRET.test(name) ? "" : ` (it is "${given[name]}")`}`);
  }
  const parsed = result.data;
  for (const names of groups) {
    const set = names.filter((name) => parsed[name] !== undefined);
    if (set.length > 0 && set.length < names.length)
      throw new StartError(`${names.join(" and ")} must be set together`);
  }
  if (parsed.BACKUP_TO?.startsWith("/") && !relative(parsed.DATA_DIR, parsed.BACKUP_TO).startsWith(".."))
    throw new StartError("BACKUP_TO must not be in DATA_DIR, because the backups would be lost with it");
  // Cookies ignore ports: on the same host name, the pages would share the dashboard's cookies.
  const pagesHost = parseUrl(parsed.PAGES_URL ?? "")?.hostname;
  if (pagesHost && pagesHost === new URL(parsed.APP_URL ?? "http://localhost").hostname)
    throw new StartError("PAGES_URL must have a different host than APP_URL");
  return parsed;
}

/** The configuration of the process. No other file reads `process.env`. */
export const env: Env = read();

/** Adds what the process finds out at start, for this module graph and for those that load later. */
export function provide(
  values: Partial<Record<"DATABASE_URL" | "APP_SECRET" | "APP_SECRET_PREVIOUS" | "SIGNPOST_ROOT_KEY", string>>,
) {
  Object.assign(process.env, values);
  Object.assign(env, read());
}

/** The service's own address, without a trailing slash. */
export function baseUrl(): string {
  return env.APP_URL ?? `http://localhost:${env.PORT}`;
}
