import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { byteBoundCache } from "@/lib/platform/cache/byte-bound-cache";
import { deleteRows } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { log } from "@/lib/platform/log/log";
import { Background } from "@/lib/platform/process/background";
import { processSingleton } from "@/lib/platform/singleton";

const hour = 60 * 60_000;
const checkAgainAfter = { known: 24 * hour, unknown: hour };
/** The longest time until this process sees what another process has found out. */
const readAgainAfterMs = 60_000;

interface Framing {
  /** null if the destination could not be fetched */
  ancestors: string | null;
  secure: boolean;
  checkedAt: Date;
}

/**
 * Which destinations may be shown in a frame. They are checked when a link is created or changed, and again from time
 * to time when it is visited. Visitors do not wait for the check and are redirected until the result is known.
 */
export class FrameabilityCache {
  private readonly known = byteBoundCache<Framing>("framings", 20_000, readAgainAfterMs);
  readonly checks = new Background(4, 1_000);

  /** Returns whether a page of `origin` can frame `url`. */
  async allow(url: string, origin: string): Promise<boolean> {
    const key = framingKey(url);
    const framing = this.known.get(key) ?? (await this.read(key));
    if ((!framing || isOld(framing)) && !this.checks.has(key)) this.check(url);
    if (!framing || framing.ancestors === null) return false;
    // Browsers show no unencrypted page within an encrypted one.
    return (framing.secure || origin.startsWith("http:")) && allows(framing.ancestors, origin);
  }

  /** Checks the destination in the background. */
  check(url: string): void {
    const key = framingKey(url);
    this.checks.add(key, async () => {
      try {
        const framing = await ask(url);
        this.known.set(key, framing);
        await write(key, framing);
      } catch (error) {
        log.warn({ error: String(error) }, "a destination's rules for frames could not be stored");
      }
    });
  }

  private async read(key: string): Promise<Framing | undefined> {
    const framing = await read(key).catch(() => undefined);
    // A check that has ended meanwhile knows better.
    const newer = this.known.get(key);
    if (framing && !newer) this.known.set(key, framing);
    return newer ?? framing;
  }
}

export const frameabilityCache = () => processSingleton("framings", () => new FrameabilityCache());

async function ask(url: string): Promise<Framing> {
  const checkedAt = new Date();
  try {
    const { guardedFetchWithHeaders: guardedLook } = await import("@/lib/platform/network/guarded-fetch");
    const { url: last, headers } = await guardedLook(url, { first: 1 });
    const secure = new URL(url).protocol === "https:" && last.protocol === "https:";
    return { ancestors: readAncestors(headers), secure, checkedAt };
  } catch {
    return { ancestors: null, secure: false, checkedAt };
  }
}

function isOld({ ancestors, checkedAt }: Framing): boolean {
  return Date.now() - checkedAt.getTime() > checkAgainAfter[ancestors === null ? "unknown" : "known"];
}

/** Leaves out the query: sites decide about framing by page. */
function framingKey(url: string): string {
  const { origin, pathname } = new URL(url);
  return createHash("sha256")
    .update(origin + pathname)
    .digest("hex");
}

async function read(key: string): Promise<Framing | undefined> {
  const rows = await statement<Framing>(
    `SELECT ancestors, secure, checked_at AS "checkedAt" FROM frame_permissions WHERE key = decode($1, 'hex')`,
    [key],
    { quick: "visitor" },
  );
  return rows[0];
}

async function write(key: string, { ancestors, secure, checkedAt }: Framing): Promise<void> {
  await statement(
    `INSERT INTO frame_permissions (key, ancestors, secure, checked_at) VALUES (decode($1, 'hex'), $2, $3, $4)
      ON CONFLICT (key) DO UPDATE SET ancestors = $2, secure = $3, checked_at = $4`,
    [key, ancestors, secure, checkedAt],
  );
}

/** Deletes results that no visit has renewed for 30 days. A visit renews a result that is more than a day old. */
export const sweepFrameability = () => deleteRows("frame_permissions", "checked_at < now() - interval '30 days'");

/**
 * Returns which sites may frame a page, from its headers: source lists as in `frame-ancestors` of a Content Security
 * Policy, separated by commas. Every list must allow a site; without lists, every site is allowed.
 */
export function readAncestors(headers: IncomingHttpHeaders): string {
  const lists = joined(headers["content-security-policy"])
    .split(",")
    .flatMap((policy) => policy.split(";").map((directive) => directive.trim().toLowerCase().split(/\s+/)))
    .filter(([name]) => name === "frame-ancestors")
    .map(([, ...sources]) => sources.join(" ") || "'none'");
  if (lists.length > 0) return lists.join(",");
  // Browsers use this header if there is no such directive, and only these two of its values.
  return /\b(deny|sameorigin)\b/i.test(joined(headers["x-frame-options"])) ? "'none'" : "";
}

const joined = (value: string | string[] | undefined) => [value ?? []].flat().join(",");

/** Returns whether `ancestors` allow a page of this origin to frame theirs. */
export function allows(ancestors: string, origin: string): boolean {
  const { protocol, host, hostname } = new URL(origin);
  const names = (source: string) => {
    if (source === "*" || source === protocol) return true;
    const bare = source.startsWith(`${protocol}//`) ? source.slice(protocol.length + 2) : source;
    if (bare.startsWith("*.")) return hostname.endsWith(bare.slice(1)) && hostname.length >= bare.length;
    return bare === host;
  };
  return ancestors === "" || ancestors.split(",").every((list) => list.split(" ").some(names));
}
