import { type ChildProcess, type SendHandle, spawn } from "node:child_process";
import { once } from "node:events";
import type { FromService, ToService } from "./succession";

export interface Program {
  file: string;
  /** the folder it runs in; undefined: as this process */
  cwd?: string;
}

export interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A service, as its supervisor knows it. */
export class ServiceProcess {
  readonly ended: Promise<End>;
  hasEnded = false;
  /** its version, once it listens on a port that it can share */
  version: string | undefined;
  /** It cannot start, and has said why. */
  refused = false;
  /** It does all of its work. */
  isReady = false;
  /** Another service was told to take its place. */
  isSuperseded = false;
  private readonly child: ChildProcess;

  constructor(
    readonly program: Program,
    flags: string[],
    args: string[],
  ) {
    const { file, cwd } = program;
    this.child = spawn(process.execPath, [...flags, file, ...args], {
      cwd,
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    });
    this.ended = once(this.child, "exit").then(([code, signal]) => {
      this.hasEnded = true;
      return { code, signal };
    });
    this.on((message) => {
      if (message === "refused") this.refused = true;
      if (message === "ready") this.isReady = true;
      if (typeof message === "object") this.version = message.listens;
    });
  }

  on(listener: (message: FromService, handle?: SendHandle) => void): void {
    this.child.on("message", listener);
  }

  /** Resolves with the first of these that it says; undefined where it ends before that. */
  hear(...awaited: FromService[]): Promise<FromService | undefined> {
    return new Promise((resolve) => {
      this.on((message) => awaited.includes(message) && resolve(message));
      void this.ended.then(() => resolve(undefined));
    });
  }

  /** One that has ended meanwhile hears nothing, and does not end us. */
  tell(message: ToService, handle?: SendHandle): void {
    if (this.child.connected) this.child.send(message, handle, () => undefined);
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }
}
