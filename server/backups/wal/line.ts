import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { Client } from "pg";
import { collectBytes, createKey, type Encryption, encoded, isEncrypted } from "@/server/backups/storage/coding";
import type { Place } from "@/server/backups/storage/place";
import {
  groupPieces,
  keyFile,
  LINE_FILE,
  lineName,
  parsePosition,
  pieceName,
} from "@/server/backups/storage/wal-pieces";
import { forgetState, readState, type WalState, writeState } from "./state";

/** The slot for which Postgres keeps its log. A database has one archive. */
export const SLOT = "signpost_archive";

const slotOf = async (client: Client): Promise<{ position: string } | undefined> => {
  const { rows } = await client.query<{ position: string | null; lost: boolean }>(
    `select restart_lsn::text as position, wal_status is not distinct from 'lost' as lost from pg_replication_slots
     where slot_name = $1`,
    [SLOT],
  );
  const position = rows[0]?.position;
  return position && !rows[0]?.lost ? { position } : undefined;
};

/** Removes the slot, so that Postgres no longer keeps log for it. */
export async function dropSlot(client: Client): Promise<void> {
  await client.query("select pg_terminate_backend(active_pid, 5000) from pg_replication_slots where slot_name = $1", [
    SLOT,
  ]);
  await client.query("select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1", [
    SLOT,
  ]);
}

/** The line that is being written, and the keys that encrypt its pieces. */
export class Line {
  private readonly keys = new Map<string, { id: string; key: string }>();
  private state: WalState | undefined;

  constructor(
    private readonly place: Place,
    private readonly encryption: Encryption,
    private readonly dataDir: string,
  ) {}

  /** Returns the position at which to continue: after the last piece, or at the beginning of a new line. */
  async open(client: Client, timeline: number): Promise<bigint> {
    const kept = readState(this.dataDir);
    const end = kept && (await this.endOf(kept, client, timeline));
    this.state = end === undefined ? await this.begin(client, timeline) : kept;
    return end ?? parsePosition(this.current.from);
  }

  private get current(): WalState {
    if (!this.state) throw new Error("There is no line.");
    return this.state;
  }

  /** Returns the end of the line, or undefined if it cannot continue because the next piece would leave a gap. */
  private async endOf(kept: WalState, client: Client, timeline: number): Promise<bigint | undefined> {
    const slot = await slotOf(client);
    if (!slot || kept.place !== this.place.name || kept.timeline !== timeline) return undefined;
    const last = groupPieces(await this.place.wal(), kept.line).at(-1);
    if (last ? last.file !== kept.last && last.file !== kept.next : kept.last !== "") return undefined;
    const end = last?.to ?? parsePosition(kept.from);
    const { rows } = await client.query<{ flushed: string }>("select pg_current_wal_flush_lsn()::text as flushed");
    const isThere = parsePosition(slot.position) <= end && end <= parsePosition(rows[0]?.flushed ?? "");
    return isThere ? end : undefined;
  }

  private async begin(client: Client, timeline: number): Promise<WalState> {
    await this.forget(client);
    const line = lineName(new Date(), randomBytes(4).toString("hex"));
    // The place is written to first: if that fails, Postgres has no slot to keep log for.
    await this.place.write(line, LINE_FILE, Readable.from([JSON.stringify({ format: 1, timeline })]));
    const { rows } = await client.query<{ from: string }>(
      "select lsn::text as from from pg_create_physical_replication_slot($1, true)",
      [SLOT],
    );
    const state = { place: this.place.name, line, timeline, from: rows[0]?.from ?? "", last: "", next: "" };
    writeState(this.dataDir, state);
    return state;
  }

  async forget(client: Client): Promise<void> {
    forgetState(this.dataDir);
    await dropSlot(client);
  }

  /** Stores a piece. If this throws, the piece may still have been stored; store the same piece again then. */
  async store(bytes: Buffer, from: bigint, until: number): Promise<void> {
    const key = isEncrypted(this.encryption) ? await this.keyOf(this.current.line) : undefined;
    const stored = await collectBytes(await encoded(Readable.from([bytes]), key?.key));
    const sha256 = createHash("sha256").update(stored).digest("hex");
    const { line, timeline } = this.current;
    const next = pieceName({ timeline, from, to: from + BigInt(bytes.length), until, sha256, key: key?.id });
    this.keep({ ...this.current, next });
    await this.place.write(line, next, Readable.from([stored]));
    // The write hung, and meanwhile the line was given up.
    if (this.state?.line !== line) return;
    this.keep({ ...this.current, last: next, next: "" });
  }

  private keep(state: WalState): void {
    writeState(this.dataDir, state);
    this.state = state;
  }

  /**
   * Creates the key when it is first needed. Earlier keys cannot be decrypted here, so each start has a separate key.
   */
  private async keyOf(line: string): Promise<{ id: string; key: string }> {
    const known = this.keys.get(line);
    if (known) return known;
    const { key, encryptedKey } = await createKey(this.encryption);
    const made = { id: randomBytes(4).toString("hex"), key };
    await this.place.write(line, keyFile(made.id), Readable.from([Buffer.from(encryptedKey)]));
    this.keys.set(line, made);
    return made;
  }
}
