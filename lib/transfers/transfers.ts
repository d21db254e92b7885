import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { findActor } from "@/lib/auth/actor";
import { AppError, errorOf, type FieldError, refusedField } from "@/lib/contract/errors";
import type { Refusal } from "@/lib/contract/refusal";
import { subscribe } from "@/lib/platform/database/changes";
import { measureDisk } from "@/lib/platform/files/disk";
import { log } from "@/lib/platform/log/log";
import { processSingleton } from "@/lib/platform/singleton";
import type { CheckJob, FileJob, Job } from "./job";

export interface ToWorker {
  job: Job;
  /** whether the service runs its own database on this machine */
  ownDatabase: boolean;
}

export type FromWorker = "done" | (Refusal & { fields?: FieldError[] });

interface Options {
  /** where files of imports are stored while they are read */
  folder: string;
  ownDatabase: boolean;
}

/** Limits what a hostile file can use. The service's own memory is not affected. */
const heapMB = 320;
const checkMs = 15 * 60_000;
const sendMs = { lines: 60 * 60_000, archive: 6 * 60 * 60_000, codes: 30 * 60_000 };
const maxReceived = 4;
/**
 * The most files of each sort that are created at a time. Archives and QR codes have separate limits, because they take
 * long and must not block exports.
 */
const maxMade = { lines: 3, archive: 2, codes: 2 };
/** The most files that are sent at a time. Each takes space on the disk until its reader has all of it. */
const maxSent = 100;
const sortOf = ({ kind }: FileJob) => (kind === "archive" || kind === "codes" ? kind : "lines");

/**
 * The imports and exports of this process, each in a separate process: a hostile file cannot block visitors, and giving
 * a file up ends its process. At the same time it reads one file of links, creates the links of one import, and creates
 * a few files to send, one for each account.
 */
export class Transfers {
  readonly folder: string;
  private readonly children = new Set<ChildProcess>();
  /** by account */
  private readonly sending = new Map<number, Sending>();
  private received = 0;
  private lastCheck: Promise<unknown> = Promise.resolve();
  private running = false;
  private stopping = false;
  private failing = false;

  constructor(private readonly options: Options) {
    this.folder = options.folder;
    subscribe("user_changed", {
      changed: (id) => void this.recheck(Number(id)),
      anyChanged: () => void this.recheck(),
    });
  }

  /** Stops sending to users who may no longer have the file. */
  private async recheck(memberId?: number): Promise<void> {
    for (const sending of [...this.sending.values()]) {
      const { job } = sending;
      if (memberId !== undefined && memberId !== job.memberId) continue;
      await findActor(job.userId, job.memberId, job.keyId).catch(
        (error: unknown) => error instanceof AppError && sending.stop(),
      );
    }
  }

  /** How many of each sort are in progress. */
  get underWay(): { receiving: number; sending: number; running: number } {
    return { receiving: this.received, sending: this.sending.size, running: this.running ? 1 : 0 };
  }

  /** Holds a place while a file is received and read. Throws if none is free. */
  async receive<Value>(take: () => Promise<Value>): Promise<Value> {
    if (this.received >= maxReceived) throw tooMany();
    this.received++;
    try {
      return await take();
    } finally {
      this.received--;
    }
  }

  /** Reads a file of links, after those that came before it. */
  check(job: CheckJob, givenUp: AbortSignal): Promise<void> {
    const check = this.lastCheck.then(async () => {
      if (this.stopping) throw new TransferStopped();
      const { child, outcome } = this.start(job, checkMs);
      const kill = () => child.kill("SIGKILL");
      if (givenUp.aborted) kill();
      givenUp.addEventListener("abort", kill, { once: true });
      await outcome;
    });
    this.lastCheck = check.catch(() => undefined);
    return check;
  }

  /** Resumes the imports that have been started. */
  run(): void {
    if (this.running) return;
    this.running = true;
    this.start({ kind: "run" })
      .outcome.then(
        () => {
          this.failing = false;
        },
        (error: unknown) => {
          // Log once for each outage of the database.
          if (!this.failing)
            log.warn({ error: String(error) }, "imports cannot continue at the moment; they are resumed later");
          this.failing = true;
        },
      )
      .finally(() => {
        this.running = false;
      });
  }

  /**
   * Sends a file at the reader's pace. It is created on the disk first, so that a slow reader does not block the place
   * of another account's file. It is given up when its reader is `gone`.
   */
  send(job: FileJob, gone: AbortSignal): ReadableStream<Uint8Array> {
    const { userId } = job;
    if (this.sending.has(userId)) throw new AppError("file_under_way");
    const sort = sortOf(job);
    const others = [...this.sending.values()];
    const making = others.filter((other) => other.making && sortOf(other.job) === sort);
    if (making.length >= maxMade[sort] || others.length >= maxSent) throw tooMany();
    if (lacksRoom(this.folder)) throw new AppError("no_room");
    const sending = new Sending({
      job,
      ...this.start(job),
      folder: this.folder,
      withinMs: sendMs[sort],
      over: () => this.sending.delete(userId),
    });
    this.sending.set(userId, sending);
    // If a reader leaves before the first byte, the stream may never be read or canceled.
    if (gone.aborted) sending.stop();
    gone.addEventListener("abort", () => sending.stop(), { once: true });
    return sending.stream;
  }

  /** Ends all processes. Unfinished imports continue at the next start. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(
      [...this.children].map((child) => {
        child.kill("SIGKILL");
        return once(child, "exit");
      }),
    );
  }

  private start(job: Job, withinMs?: number): { child: ChildProcess; outcome: Promise<void> } {
    const program = join(process.cwd(), ".build", "transfer-worker.js");
    // Without this, the young generation alone would grow to 100 MB.
    const flags = [`--max-old-space-size=${heapMB}`, "--max-semi-space-size=4"];
    const child = spawn(process.execPath, [...flags, program], {
      stdio: ["ignore", "inherit", "inherit", "ipc", "pipe"],
    });
    this.children.add(child);
    const late = withinMs && setTimeout(() => child.kill("SIGKILL"), withinMs).unref();
    let result: FromWorker | undefined;
    child.on("message", (message: FromWorker) => {
      result = message;
    });
    const outcome = new Promise<void>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) => {
        clearTimeout(late);
        this.children.delete(child);
        if (result === "done") resolve();
        else if (this.stopping) reject(new TransferStopped());
        else if (result) reject(errorOf(result, result.fields));
        else reject(job.kind === "check" && signal ? tooMuch() : new Error(`${job.kind} ended with ${signal ?? code}`));
      });
    });
    child.send({ job, ownDatabase: this.options.ownDatabase } satisfies ToWorker, () => undefined);
    return { child, outcome };
  }
}

/** The work was given up because this process stops. Another process goes on with it. */
export class TransferStopped extends AppError {
  constructor() {
    super("transfers_busy");
  }
}

const tooMany = () => new AppError("transfers_busy");

const tooMuch = () => refusedField("file", "file_too_costly");

/** A reader that takes nothing for this long has gone, or tries to block a place. */
const stallMs = 60_000;

interface FileBeingMade {
  job: FileJob;
  /** the process that creates the file */
  child: ChildProcess;
  /** settles when that process has ended */
  outcome: Promise<void>;
  /** where the file is stored until its reader has all of it */
  folder: string;
  withinMs: number;
  /** called once, when the file has been read or given up */
  over: () => void;
}

/**
 * A file that a process creates for an account. It is written to the disk at full speed and read from there at the
 * reader's pace, so that a slow reader keeps no process busy.
 */
class Sending {
  readonly job: FileJob;
  making = true;
  readonly stream: ReadableStream<Uint8Array>;
  private readonly spool: Spool;
  private readonly late: NodeJS.Timeout;
  private stalled: NodeJS.Timeout | undefined;
  private isOver = false;

  constructor(private readonly from: FileBeingMade) {
    const { job, child, outcome, folder, withinMs } = from;
    this.job = job;
    this.spool = new Spool(folder);
    this.late = setTimeout(() => this.stop(), withinMs).unref();
    const filled = this.spool.fill(whileRoom(child.stdio[4] as Readable, folder));
    const made = Promise.all([filled, outcome]).finally(() => {
      this.making = false;
    });
    made.catch(() => child.kill("SIGKILL"));
    const chunks = this.spool.read();
    this.stream = new ReadableStream<Uint8Array>({
      pull: (controller) => this.pull(controller, chunks, made),
      cancel: () => this.stop(),
    });
  }

  private async pull(
    controller: ReadableStreamDefaultController<Uint8Array>,
    chunks: AsyncGenerator<Uint8Array, undefined>,
    made: Promise<unknown>,
  ): Promise<void> {
    clearTimeout(this.stalled);
    try {
      const { done, value } = await chunks.next();
      if (!done) {
        if (!this.isOver) this.stalled = setTimeout(() => this.stop(), stallMs).unref();
        return controller.enqueue(value);
      }
      await made;
      controller.close();
      this.stop();
    } catch (error) {
      this.stop();
      throw error;
    }
  }

  /** Ends the transfer. If the reader does not have the whole file yet, its stream fails. */
  stop(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.late);
    clearTimeout(this.stalled);
    this.from.child.kill("SIGKILL");
    void this.spool.close();
    this.from.over();
  }
}

/** Returns whether the disk has less free space than is reserved for clicks that wait for the database. */
function lacksRoom(folder: string): boolean {
  const disk = measureDisk(folder);
  return disk !== undefined && disk.free < disk.reserve;
}

async function* whileRoom(chunks: AsyncIterable<Uint8Array>, folder: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    if (lacksRoom(folder)) {
      log.warn("stopped creating a file for an account: the disk is nearly full");
      throw new AppError("no_room");
    }
    yield chunk;
  }
}

const portion = 64 * 1024;

/**
 * A file that is read while it is still being written, so that a slow reader does not delay the writer. The file has no
 * name on the disk, so nothing remains if the process dies.
 */
export class Spool {
  private readonly opened: Promise<FileHandle>;
  private written = 0;
  private ended = false;
  private resolve = () => {};
  private progress = this.nextProgress();

  constructor(folder: string) {
    this.opened = openUnnamed(folder);
    // `fill` and `read` throw the error.
    this.opened.catch(() => undefined);
  }

  /** Writes all of `source`; what has been written can be read at once. Throws errors of `source` and of the disk. */
  async fill(source: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      const file = await this.opened;
      for await (const chunk of source) {
        await file.writeFile(chunk);
        this.written += chunk.length;
        this.wake();
      }
    } finally {
      this.ended = true;
      this.wake();
    }
  }

  private nextProgress(): Promise<void> {
    return new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  private wake(): void {
    this.resolve();
    this.progress = this.nextProgress();
  }

  /** Yields what has been written, at the reader's pace, until `fill` has ended. */
  async *read(): AsyncGenerator<Uint8Array, undefined> {
    const file = await this.opened;
    for (let at = 0; ; ) {
      const { progress } = this;
      if (at < this.written) {
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(portion), 0, portion, at);
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      } else if (this.ended) return;
      else await progress;
    }
  }

  /** Frees the file's space on the disk. */
  async close(): Promise<void> {
    await this.opened.then((file) => file.close()).catch(() => undefined);
  }
}

async function openUnnamed(folder: string): Promise<FileHandle> {
  const path = join(folder, `send-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  await rm(path);
  return file;
}

/** Makes this process do imports and exports in separate processes. */
export function provideTransfers(options: ConstructorParameters<typeof Transfers>[0]): Transfers {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  return processSingleton("transfers", () => new Transfers(options));
}

/** An import is given up long before its file is so old. */
const KEPT_MS = 24 * 60 * 60_000;

/** Removes files that had not arrived completely when a process died. Reading the others goes on. */
export function removePartialFiles(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const isWhole = /^import-[0-9a-f-]{36}$/.test(name);
    if (!isWhole || statSync(path).mtimeMs < Date.now() - KEPT_MS) rmSync(path, { force: true });
  }
}
