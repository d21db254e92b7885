import type { Socket } from "node:net";
import { clientAddress, usesHttps } from "@/lib/platform/network/client-address";
import type { VisitRequest } from "@/lib/visits/core/request";
import type { RequestHead } from "./request-head";

/** Adapts a request that was parsed here for the handlers of visits. */
export class SocketVisit implements VisitRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHead["headers"];
  private controller: AbortController | undefined;

  constructor(
    head: RequestHead,
    readonly socket: Socket,
  ) {
    this.method = head.method;
    this.url = head.url;
    this.headers = head.headers;
  }

  get address(): string {
    return clientAddress(this);
  }

  get usesHttps(): boolean {
    return usesHttps(this);
  }

  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.socket.destroyed || this.socket.readableEnded) this.controller.abort();
    return this.controller.signal;
  }

  leave(): void {
    this.controller?.abort();
  }

  /** Empty, because the request has no body. */
  async form(): Promise<URLSearchParams> {
    return new URLSearchParams();
  }
}
