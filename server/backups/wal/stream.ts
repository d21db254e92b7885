import type { Duplex, DuplexOptions } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { ClientConfig, Submittable } from "pg";
import { both } from "pg-copy-streams";
import { connect, endConnection } from "@/lib/platform/database/client";
import { positionOf } from "@/server/backups/storage/wal-pieces";

declare module "pg-copy-streams" {
  /** Missing in the package's types. */
  export function both(
    text: string,
    options?: DuplexOptions & { alignOnCopyDataFrame?: boolean },
  ): Duplex & Submittable;
}

/** Postgres closes a connection that was silent for a minute (`wal_sender_timeout`). */
const REPORT_EVERY_MS = 10_000;
/** While Postgres sends nothing, it is asked this often whether it still answers. */
const ASK_EVERY_MS = 5_000;
/** Milliseconds from 1970 to 2000, where Postgres's clock begins. */
const EPOCH_MS = 946_684_800_000;
/** The header before the log in a message: kind, start position, the server's position and its time. */
const HEAD_BYTES = 25;

const isLog = (message: Buffer) => message[0] === 0x77;
const requestsAnswer = (message: Buffer) => message[0] === 0x6b && message[17] === 1;

/** Receives the log of Postgres, byte for byte, over the streaming replication protocol, like pg_receivewal. */
export class WalStream {
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
   * Postgres sends nothing for `silentMs`, although it is asked for a sign of life. Slowness alone does not throw.
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
