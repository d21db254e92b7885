import type { Duplex, DuplexOptions } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Client, ClientConfig, Submittable } from "pg";
import { both } from "pg-copy-streams";
import { connect, endConnection } from "@/lib/platform/database/client";
import { measureDisk } from "@/lib/platform/files/disk";
import { log } from "@/lib/platform/log/log";
import { yieldSession } from "@/lib/platform/process/priority";
import { noteArchived } from "@/lib/resources/health/backup-status";
import { withClient } from "@/server/backups/storage/client";
import type { Encryption } from "@/server/backups/storage/coding";
import { openPlace } from "@/server/backups/storage/places";
import { parsePosition, positionOf } from "@/server/backups/storage/wal-pieces";
import { Line, SLOT } from "./line";

export interface WalArchiveWork {
  databaseUrl: string;
  dataDir: string;
  /** the place of the backups */
  to: string;
  encryption: Encryption;
}

/** If the machine is lost, the clicks of this interval are lost too, plus the time to store a piece. */
const STORE_EVERY_MS = 30_000;
/** A piece is in memory as a whole, both plain and compressed. */
const PIECE_BYTES = 8 * 2 ** 20;
const LOOK_EVERY_MS = 2_000;
const SILENT_MS = 20_000;
const AGAIN_AFTER_MS = 5_000;
/** A new line is expensive, because it needs another backup. */
const NEW_LINE_AFTER_MS = 60_000;
const COMPLAIN_EVERY_MS = 60_000;

/** Stores the log that Postgres writes in the place of the backups, until `finish` is called. */
export class WalArchive {
  private readonly finishing = new AbortController();
  private complainedAt = 0;

  constructor(private readonly work: WalArchiveWork) {}

  /** The folders whose disks fill up: that of the log and, if it is a folder, the place. */
  private get folders(): string[] {
    const { dataDir, to } = this.work;
    return to.includes("://") ? [dataDir] : [dataDir, to];
  }

  /** Stores the last piece, if that is possible at once, and ends. */
  finish(): void {
    this.finishing.abort();
  }

  private get isFinishing(): boolean {
    return this.finishing.signal.aborted;
  }

  async run(): Promise<void> {
    const { databaseUrl, dataDir, to, encryption } = this.work;
    const { place } = await openPlace(to);
    const line = new Line(place, encryption, dataDir);
    while (!this.isFinishing) {
      try {
        await withClient(databaseUrl, (client) => this.follow(client, line));
      } catch (error) {
        if (this.isFinishing) return;
        this.complain(error as Error);
        const isOver = error instanceof TooMuch && (await this.giveUp(line));
        await this.pause(isOver ? NEW_LINE_AFTER_MS : AGAIN_AFTER_MS);
      }
    }
  }

  private async follow(client: Client, line: Line): Promise<void> {
    const most = await mostBytes(client);
    await refuseTooMuch(client, most, this.folders);
    await noteArchived(client, undefined);
    const stream = await WalStream.open(this.work.databaseUrl, {
      slot: SLOT,
      from: (timeline) => line.open(client, timeline),
      most: PIECE_BYTES,
    });
    const tooMuch = new AbortController();
    // Runs at the same time as storing, because storing may hang.
    const watch = setInterval(() => {
      refuseTooMuch(client, most, this.folders).catch((error) => tooMuch.abort(error));
    }, LOOK_EVERY_MS);
    try {
      await yieldSender(client);
      await Promise.race([this.store(client, line, stream), thrown(tooMuch.signal)]);
    } finally {
      clearInterval(watch);
      await stream.close();
    }
  }

  /** Stores piece after piece: every half minute, and earlier if there is enough for a full one. */
  private async store(client: Client, line: Line, stream: WalStream): Promise<void> {
    let until = 0;
    for (let storedAt = 0; ; ) {
      const isLast = this.isFinishing;
      if (isLast || Date.now() - storedAt >= STORE_EVERY_MS) {
        const mark = await markOf(client, until);
        while (!(await stream.reach(mark.position, SILENT_MS))) await this.storeAll(line, stream, until);
        until = mark.at;
        await this.storeAll(line, stream, until);
        storedAt = Date.now();
      } else if (stream.bytes >= PIECE_BYTES) {
        await this.storeAll(line, stream, until);
      }
      if (isLast) return;
      stream.assertGoingOn();
      await this.pause(stream.bytes >= PIECE_BYTES ? 0 : 200);
    }
  }

  private async storeAll(line: Line, stream: WalStream, until: number): Promise<void> {
    const bytes = stream.takeAll();
    if (bytes.length === 0) return;
    const end = stream.received;
    for (;;) {
      try {
        await line.store(bytes, end - BigInt(bytes.length), until);
        break;
      } catch (error) {
        if (this.isFinishing) throw error;
        this.complain(error as Error);
        await this.pause(AGAIN_AFTER_MS);
        stream.assertGoingOn();
      }
    }
    stream.confirm(end);
  }

  /** Makes Postgres keep no more log for this line. A later line needs another backup. */
  private async giveUp(line: Line): Promise<boolean> {
    try {
      await withClient(this.work.databaseUrl, (client) => line.forget(client));
      log.error("the log is no longer archived: points in time can be restored again after the next backup");
      return true;
    } catch (error) {
      this.complain(error as Error);
      return false;
    }
  }

  private complain({ message }: Error): void {
    if (Date.now() - this.complainedAt < COMPLAIN_EVERY_MS) return;
    this.complainedAt = Date.now();
    log.error({ error: message }, "the database's log cannot be archived in BACKUP_TO now; trying again");
  }

  private pause(ms: number): Promise<unknown> {
    return sleep(ms, undefined, { signal: this.finishing.signal }).catch(() => {});
  }
}

/**
 * Makes a separate commit. The log before it contains all earlier commits, and Postgres can stop there when a requested
 * moment had no other commits.
 */
async function markOf(client: Client, until: number): Promise<{ at: number; position: bigint }> {
  const at = await noteArchived(client, until || undefined);
  const { rows } = await client.query<{ position: string }>("select pg_current_wal_flush_lsn()::text as position");
  return { at: at - 1, position: parsePosition(rows[0]?.position ?? "") };
}

async function yieldSender(client: Client): Promise<void> {
  const { rows } = await client.query("select active_pid as pid from pg_replication_slots where slot_name = $1", [
    SLOT,
  ]);
  for (const { pid } of rows) if (pid) yieldSession(pid);
}

const thrown = (signal: AbortSignal) =>
  new Promise<never>((_, fail) => signal.addEventListener("abort", () => fail(signal.reason), { once: true }));

/** The line cannot continue, because the waiting log takes disk space that the service needs. */
class TooMuch extends Error {}

/**
 * Checks that the waiting log leaves the service enough disk space.
 *
 * @throws TooMuch if more than `most` bytes of log are waiting, or if the disk of a folder is nearly full
 */
async function refuseTooMuch(client: Client, most: number, folders: string[]): Promise<void> {
  const bytes = await waitingBytes(client);
  if (bytes > most) throw new TooMuch(`${mib(bytes)} of the log are waiting, more than the limit of ${mib(most)}.`);
  for (const folder of folders) {
    const disk = measureDisk(folder);
    if (disk && disk.free < 2 * disk.reserve) throw new TooMuch(`The disk of ${folder} is nearly full.`);
  }
}

/** Returns how many bytes of log may wait: as many as Postgres's log may have without an archive. */
async function mostBytes(client: Client): Promise<number> {
  const { rows } = await client.query("select pg_size_bytes(current_setting('max_wal_size'))::float8 as bytes");
  return rows[0].bytes;
}

async function waitingBytes(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as bytes from pg_replication_slots
     where slot_name = $1`,
    [SLOT],
  );
  return rows[0]?.bytes ?? 0;
}

const mib = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MiB`;

declare module "pg-copy-streams" {
  /** Missing in the package's types. */
  export function both(
    text: string,
    options?: DuplexOptions & { alignOnCopyDataFrame?: boolean },
  ): Duplex & Submittable;
}

/** Postgres closes a connection that was silent for a minute (`wal_sender_timeout`). */
const REPORT_EVERY_MS = 10_000;
/** How often Postgres is asked whether it still answers, while it sends nothing. */
const ASK_EVERY_MS = 5_000;
/** Milliseconds from 1970 to 2000, where Postgres's clock begins. */
const EPOCH_MS = 946_684_800_000;
/** The header before the log in a message: kind, start position, the server's position and its time. */
const HEAD_BYTES = 25;

const isLog = (message: Buffer) => message[0] === 0x77;
const requestsAnswer = (message: Buffer) => message[0] === 0x6b && message[17] === 1;

/** Receives the log of Postgres, byte for byte, over the streaming replication protocol, like pg_receivewal. */
class WalStream {
  private readonly client: pg.Client;
  private readonly stream: Duplex & Submittable;
  private readonly reporting: NodeJS.Timeout;
  private chunks: Buffer[] = [];
  private confirmed: bigint;
  private failure: Error | undefined;
  private heardAt = performance.now();
  /** received and not yet taken */
  bytes = 0;

  private constructor(
    client: pg.Client,
    slot: string,
    timeline: number,
    /** position at which the received log ends */
    public received: bigint,
    /** limit of the bytes that wait to be taken; receiving pauses there */
    private readonly most: number,
  ) {
    this.client = client;
    this.confirmed = received;
    const begin = `START_REPLICATION SLOT ${slot} PHYSICAL ${positionOf(received)} TIMELINE ${timeline}`;
    this.stream = both(begin, { alignOnCopyDataFrame: true, readableObjectMode: true });
    this.stream.on("data", (message: Buffer) => this.take(message));
    const failed = (error?: Error) => {
      this.failure ??= error ?? new Error("Postgres closed the stream of its log.");
    };
    this.stream.on("error", failed);
    this.stream.on("close", failed);
    this.stream.on("end", failed);
    client.on("error", failed);
    client.query(this.stream);
    this.reporting = setInterval(() => this.report(), REPORT_EVERY_MS);
  }

  /** Opens the stream at a position that the slot still has. `from` gets the timeline and returns the position. */
  static async open(
    databaseUrl: string,
    { slot, from, most }: { slot: string; from: (timeline: number) => Promise<bigint>; most: number },
  ): Promise<WalStream> {
    const config = { connectionString: databaseUrl, connectionTimeoutMillis: 10_000, replication: "true" };
    const client = await connect(config as ClientConfig);
    try {
      const { rows } = await client.query("IDENTIFY_SYSTEM");
      const timeline = Number(rows[0].timeline);
      return new WalStream(client, slot, timeline, await from(timeline), most);
    } catch (error) {
      await endConnection(client);
      throw error;
    }
  }

  private take(message: Buffer): void {
    this.heardAt = performance.now();
    if (requestsAnswer(message)) this.report();
    if (!isLog(message)) return;
    const from = message.readBigUInt64BE(1);
    if (from !== this.received) {
      this.failure ??= new Error(
        `Postgres sent its log from ${positionOf(from)} on, not from ${positionOf(this.received)}.`,
      );
      return;
    }
    const log = message.subarray(HEAD_BYTES);
    this.chunks.push(log);
    this.bytes += log.length;
    this.received += BigInt(log.length);
    if (this.bytes >= this.most) this.stream.pause();
  }

  /** Reports how far the log is safely stored. Postgres need not keep that part any more. */
  confirm(position: bigint): void {
    this.confirmed = position;
    this.report();
  }

  private report(asks = false): void {
    if (this.failure) return;
    const message = Buffer.alloc(34);
    message[0] = 0x72;
    message.writeBigUInt64BE(this.received, 1);
    message.writeBigUInt64BE(this.confirmed, 9);
    message.writeBigUInt64BE(this.confirmed, 17);
    message.writeBigInt64BE(BigInt(Date.now() - EPOCH_MS) * 1_000n, 25);
    message[33] = asks ? 1 : 0;
    this.stream.write(message);
  }

  /**
   * Waits until the log up to a position was received, or as much as may wait. Returns whether it was reached. Throws if
   * Postgres does not answer for `silentMs`, also when it is asked. A slow Postgres is no reason.
   */
  async reach(position: bigint, silentMs: number): Promise<boolean> {
    let requestedAt = performance.now();
    this.heardAt = requestedAt;
    // Look twice, because this thread may have had to wait itself. Then it first reads what has arrived meanwhile.
    for (let looks = 0; this.received < position && this.bytes < this.most; await sleep(20)) {
      this.assertGoingOn();
      const now = performance.now();
      looks = now - this.heardAt > silentMs ? looks + 1 : 0;
      if (looks > 1) throw new Error("Postgres sends neither its log nor an answer.");
      if (now - requestedAt < ASK_EVERY_MS) continue;
      requestedAt = now;
      this.report(true);
    }
    return this.received >= position;
  }

  assertGoingOn(): void {
    if (this.failure) throw this.failure;
  }

  /** Returns all bytes that were received and not yet taken. */
  takeAll(): Buffer {
    const all = Buffer.concat(this.chunks);
    this.chunks = [];
    this.bytes = 0;
    this.stream.resume();
    return all;
  }

  async close(): Promise<void> {
    clearInterval(this.reporting);
    this.failure ??= new Error("It was closed.");
    await this.client.end().catch(() => {});
  }
}
