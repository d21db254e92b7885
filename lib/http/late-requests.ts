import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { FILE_WITHIN_MS } from "@/lib/contract/body/body";
import { AppError } from "@/lib/contract/errors";
import { textAnswer } from "@/lib/visits/core/answer";
import { writeAnswer } from "./answer-bytes";

/** Ends requests whose body no code reads. Code that reads a body has a shorter limit and a better sentence. */
const WITHIN_MS = FILE_WITHIN_MS + 30_000;

/** Node's own answers to requests that it cannot read. */
const unreadable: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
};

const lateMessage = () => new AppError("body_too_slow").message;

/** Returns the answer to a request whose body is late. It closes the connection, on which the rest may still arrive. */
export const lateAnswer = () => textAnswer(408, lateMessage(), ["Connection", "close"]);

export const isLate = (error: unknown) => error instanceof AppError && error.kind === "too_slow";

/** Limits how long a request may take to arrive, with its body. Node allows a minute for its head. */
export function limitRequestTime(server: Server): void {
  server.requestTimeout = WITHIN_MS;
  server.on("clientError", refuse);
}

function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Node has no public name for the answer that is being sent.
  const { _httpMessage: answer } = socket as Duplex & { _httpMessage?: ServerResponse };
  if (socket.writable && !answer?.headersSent) {
    const { code = "" } = error;
    socket.write(
      code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? writeAnswer(textAnswer(408, lateMessage()), { method: "GET", host: undefined, stays: false })
        : `HTTP/1.1 ${unreadable[code] ?? "400 Bad Request"}\r\nConnection: close\r\n\r\n`,
    );
  }
  socket.destroy(error);
}
