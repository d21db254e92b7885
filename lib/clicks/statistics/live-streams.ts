import type { ServerResponse } from "node:http";
import { COUNTED, notify, OPENED, parseSubjectKeys, type SubjectKey, WATCHED } from "@/lib/clicks/store/subject-keys";
import { subscribe } from "@/lib/platform/database/changes";
import { pool } from "@/lib/platform/database/pool";
import { statement } from "@/lib/platform/database/statement";
import { log } from "@/lib/platform/log/log";
import { processSingleton } from "@/lib/platform/singleton";

/** An open page that shows clicks live. */
interface Stream {
  /** the account whose clicks it shows */
  userId: number;
  /** the viewer: its owner or a member */
  memberId: number;
  sessionId: string;
  watched: Set<SubjectKey>;
  response: ServerResponse;
}

/**
 * Interval (ms) at which a message keeps proxies from closing an idle stream, drains learn who is watching, and streams
 * of ended sessions are closed.
 */
const REPEAT_MS = 5_000;
/** Hidden pages have no stream, and one person does not view more pages than this at a time. */
const MOST_OF_A_USER = 8;
/** A client that has this many unread bytes is disconnected. */
const MOST_UNREAD_BYTES = 64 * 1024;

/** The open streams of this process. */
export class LiveStreams {
  private readonly streams = new Set<Stream>();
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  /** Returns whether a user may open another stream. */
  hasRoom(userId: number): boolean {
    return !this.closed && [...this.streams].filter((stream) => stream.userId === userId).length < MOST_OF_A_USER;
  }

  /** Begins a stream. It ends with its response, its session or the process. */
  add(stream: Stream): void {
    const { response, watched } = stream;
    response.writeHead(200, {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store",
      // Without this header, nginx would buffer the stream.
      "X-Accel-Buffering": "no",
    });
    response.write(": hello\n\n");
    this.streams.add(stream);
    response.once("close", () => this.remove(stream));
    this.timer ??= setInterval(() => this.repeat(), REPEAT_MS).unref();
    announce(OPENED, [...watched]);
    // The session may have ended since the request began.
    void this.endThose([stream]);
  }

  /** Notifies the pages that show these subjects that clicks have been stored. */
  notify(keys: SubjectKey[]): void {
    for (const stream of this.streams)
      if (keys.some((key) => stream.watched.has(key))) send(stream, "event: clicks\ndata: \n\n");
  }

  /** Notifies all pages, for when a notification may have been lost. */
  notifyAll(): void {
    for (const stream of this.streams) send(stream, "event: clicks\ndata: \n\n");
  }

  close(): void {
    this.closed = true;
    for (const { response } of this.streams) response.end();
  }

  private remove(stream: Stream): void {
    this.streams.delete(stream);
    if (this.streams.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async repeat(): Promise<void> {
    for (const stream of this.streams) send(stream, ": still here\n\n");
    announce(WATCHED, [...new Set([...this.streams].flatMap(({ watched }) => [...watched]))]);
    await this.endThose([...this.streams]);
  }

  /** Ends the streams of a user whose session has ended, or who is no longer a member. */
  async recheck(memberId: number): Promise<void> {
    await this.endThose([...this.streams].filter((stream) => stream.memberId === memberId));
  }

  private async endThose(streams: Stream[]): Promise<void> {
    if (streams.length === 0) return;
    const ended = await endedOf(streams).catch(() => new Set<string>());
    for (const { sessionId, response } of streams) if (ended.has(sessionId)) response.end();
  }
}

export const liveStreams = () =>
  processSingleton("liveStreams", () => {
    const streams = new LiveStreams();
    subscribe(COUNTED, {
      changed: (keys) => streams.notify(parseSubjectKeys(keys).map(({ key }) => key)),
      anyChanged: () => streams.notifyAll(),
    });
    // A missed notification does no harm: all streams are rechecked regularly.
    subscribe("user_changed", { changed: (id) => void streams.recheck(Number(id)), anyChanged: () => undefined });
    return streams;
  });

function send({ response }: Stream, text: string): void {
  if (response.writableLength > MOST_UNREAD_BYTES) response.destroy();
  else response.write(text);
}

function announce(channel: typeof OPENED | typeof WATCHED, keys: SubjectKey[]): void {
  notify(pool, channel, keys).catch((error) =>
    log.debug({ error: String(error) }, "open statistics pages cannot be reported"),
  );
}

/** Returns the streams whose session has ended or whose user has lost access to the account. Every role has access. */
async function endedOf(streams: Stream[]): Promise<Set<string>> {
  const rows = await statement<{ id: string }>(
    `select id from unnest($1::uuid[], $2::int[], $3::int[]) as open (id, user_id, member_id)
     where not exists (select from sessions where sessions.id = open.id and expires_at > now())
       or (user_id <> member_id and not exists (
         select from members where members.user_id = open.user_id and members.member_id = open.member_id))`,
    [
      streams.map(({ sessionId }) => sessionId),
      streams.map(({ userId }) => userId),
      streams.map(({ memberId }) => memberId),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}
