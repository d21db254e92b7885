import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { isSameOrigin } from "@/lib/contract/url";
import { statement } from "@/lib/platform/database/statement";
import { delayAfter, GIVE_UP_AFTER_MS } from "@/lib/platform/jobs/back-off";
import { FetchError, guardedPost } from "@/lib/platform/network/guarded-fetch";
import { kinds } from "@/lib/resources/forwardings/kinds/all";
import { maskToken, mostRepeated } from "@/lib/resources/forwardings/kinds/masked-token";
import { addressIn, readRequest } from "@/lib/resources/forwardings/kinds/stored-request";
import { bodyOf, type Event } from "./body";
import { requestTextOf } from "./forwarded-events";
import { clearFailure, type Hook, recordFailure } from "./hook";
import { signedHeaders } from "./signature";

const ANSWER_BYTES = 1_024;

/** How long a receiver may take to answer. */
export const TIMEOUT_MS = 15_000;

/** `ended`: the process is stopping, or the delivery no longer exists. `refused`: the token is not valid. */
type Outcome = "delivered" | "failed" | "refused" | "skipped" | "ended";

interface Claimed extends Event {
  id: bigint;
  message: string;
  body: string | null;
  attempts: number;
  firstAt: Date;
}

interface Attempt {
  ms: number;
  status: number | null;
  answer: string | null;
  problem: string | null;
}

/** Makes one attempt at a delivery and records the result. */
export async function sendDelivery(hook: Hook, id: bigint, stopping: AbortSignal): Promise<Outcome> {
  const delivery = await claim(id);
  if (!delivery) return "ended";
  // Forwarded requests are created again for each attempt, because the account may have corrected the settings, and
  // events may have become too old.
  const isKept = delivery.body !== null && !(hook.forwarding && delivery.state !== null);
  const body = isKept ? delivery.body : await makeBody(hook, delivery);
  if (body === null) {
    await statement("DELETE FROM webhook_deliveries WHERE id = $1", [id]);
    return "skipped";
  }
  if (isKept && isForElsewhere(hook, body)) {
    await note(delivery, notSent("forwarding_moved"), "status = 'failed'");
    return "skipped";
  }
  const attempt = await post(hook, delivery.message, body, stopping);
  // An attempt that was cut off may have arrived. It is sent again with the same id.
  if (attempt.problem && stopping.aborted) return "ended";
  const verdict = verdictOn(hook, attempt);
  if (verdict === "delivered") {
    await note(delivery, attempt, "status = 'delivered', state = NULL");
    await clearFailure(hook.id);
    return "delivered";
  }
  if (verdict === "refused") {
    await note(delivery, { ...attempt, problem: "forwarding_token_refused" }, "next_at = now()");
    return "refused";
  }
  await recordFailure(hook.id);
  await noteFailure(hook, delivery, attempt);
  return "failed";
}

/** Returns whether a stored request was for another host, which must not get the present token. */
const isForElsewhere = ({ forwarding, secrets: [token] }: Hook, body: string) =>
  Boolean(forwarding && token && !isSameOrigin(addressIn(body), forwarding.url));

const notSent = (problem: RefusalCode): Attempt => ({ ms: 0, status: null, answer: null, problem });

function verdictOn({ forwarding }: Hook, { status, answer }: Attempt): "delivered" | "refused" | "failed" {
  if (status === null) return "failed";
  if (!forwarding) return status >= 200 && status < 300 ? "delivered" : "failed";
  const { accepts, refusesToken } = kinds[forwarding.kind];
  if (accepts(status, answer ?? "")) return "delivered";
  return refusesToken(status, answer ?? "") ? "refused" : "failed";
}

/**
 * Counts the attempt before it is made. After this, nothing is added to the delivery: see
 * lib/clicks/postgres/webhooks.ts.
 */
async function claim(id: bigint): Promise<Claimed | undefined> {
  const rows = await statement<Claimed>(
    `UPDATE webhook_deliveries SET attempts = attempts + 1, tried_at = now(), first_at = coalesce(first_at, now())
     WHERE id = $1 AND status = 'waiting'
     RETURNING id, message, type, key, at, state, before, body, attempts, first_at AS "firstAt"`,
    [id],
  );
  return rows[0];
}

/** The body of a webhook is stored, so that it is exactly the same at each attempt. */
async function makeBody(hook: Hook, delivery: Claimed): Promise<string | null> {
  const { forwarding, tagId } = hook;
  const body = await (forwarding ? requestTextOf(forwarding, delivery) : bodyOf(delivery, tagId));
  if (body === null) return null;
  const change = forwarding ? "body = $2" : "body = $2, state = NULL, before = NULL";
  await statement(`UPDATE webhook_deliveries SET ${change} WHERE id = $1`, [delivery.id, body]);
  return body;
}

async function post(hook: Hook, message: string, body: string, signal: AbortSignal): Promise<Attempt> {
  const begun = performance.now();
  const timestamp = Math.floor(Date.now() / 1_000);
  const ms = () => Math.round(performance.now() - begun);
  try {
    const { url, ...sent } = hook.forwarding
      ? readRequest(body, hook.secrets[0] ?? "")
      : { url: hook.url, body, headers: signedHeaders(hook.secrets, `msg_${message}`, timestamp, body) };
    // Some services repeat the request in their response, which people can read.
    const token = (hook.forwarding && hook.secrets[0]) ?? "";
    const first = ANSWER_BYTES + mostRepeated(token);
    const { status, bytes } = await guardedPost(url, { ...sent, timeoutMs: TIMEOUT_MS, first, signal });
    // Postgres cannot store NUL in a text.
    const answer = maskToken(bytes.toString("utf8"), token, ANSWER_BYTES).replaceAll("\0", "�");
    return { ms: ms(), status, answer, problem: null };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return { ms: ms(), status: null, answer: null, problem: error.code === "fetch_late" ? "webhook_late" : error.code };
  }
}

/**
 * Records the result of an attempt. If someone meanwhile asked for the delivery to be sent again, its attempts were
 * reset: then the result is dropped, because the delivery would otherwise count as sent.
 */
function note({ id, attempts }: Claimed, { ms, status, answer, problem }: Attempt, change: string, ...more: unknown[]) {
  return statement(
    `UPDATE webhook_deliveries SET ms = $3, answer_status = $4, answer = $5, problem = $6, ${change}
     WHERE id = $1 AND attempts = $2`,
    [id, attempts, ms, status, answer, problem, ...more],
  );
}

/**
 * Schedules the next attempt. After three days the delivery fails, unless no other delivery succeeds either: then the
 * webhook is paused.
 */
async function noteFailure(hook: Hook, delivery: Claimed, attempt: Attempt): Promise<void> {
  const { attempts, firstAt } = delivery;
  const nextAt = new Date(Date.now() + delayAfter(attempts));
  if (Date.now() - firstAt.getTime() < GIVE_UP_AFTER_MS) {
    await note(delivery, attempt, "next_at = $7", nextAt);
    return;
  }
  await note(
    delivery,
    attempt,
    `next_at = $7, status = CASE WHEN (SELECT failing_since FROM webhooks WHERE id = $8) > first_at
       THEN 'failed' ELSE status END`,
    ...[nextAt, hook.id],
  );
}
