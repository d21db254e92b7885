import { type ChildProcess, type SendHandle, spawn } from "node:child_process";
import { once } from "node:events";
import type { FromService, ToService } from "./take-over-messages";

export interface Program {
  file: string;
  /** the folder that it runs in; by default the folder of this process */
  cwd?: string;
}

export interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A service process, seen from its supervisor. */
export class ServiceProcess {
  readonly ended: Promise<End>;
  hasEnded = false;
  /** the version, once the service listens on a port that it can share */
  version: string | undefined;
  /** The service cannot start and has logged the reason. */
  refused = false;
  /** The service does all of its work. */
  isReady = false;
  /** Another service was started to replace this one. */
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

  /** Resolves with the first of these messages that arrives, or with undefined if the service ends before. */
  hear(...awaited: FromService[]): Promise<FromService | undefined> {
    return new Promise((resolve) => {
      this.on((message) => awaited.includes(message) && resolve(message));
      void this.ended.then(() => resolve(undefined));
    });
  }

  /** Sends a message. A service that has ended does not receive it, and that is no error. */
  send(message: ToService, handle?: SendHandle): void {
    if (this.child.connected) this.child.send(message, handle, () => undefined);
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }
}
