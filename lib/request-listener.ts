import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { handleApi, refuseMalformed } from "@/lib/api/router";
import { clientAddress, passClientAddress } from "@/lib/client-address";
import { keepContexts } from "@/lib/embedded/contexts";
import type { Answer } from "@/lib/visit/answer";
import type { VisitRequest } from "@/lib/visit/request";
import { afterClick, answerVisit } from "@/lib/visit/visit";

type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

// Next must go on finding the platform's own Request and Response.
const api = getRequestListener(handleApi, { overrideGlobalObjects: false, errorHandler: refuseMalformed });

/** Sends each request where it is answered fastest: what visitors meet and the API here, everything else to Next's pages. */
export function requestListener(pages: Pages): RequestListener {
  return (request, response) => {
    // next-auth's own handlers need Next.
    const isApi = /^\/api(\/(?!auth\/)|\?|$)/.test(request.url ?? "");
    const answer = isApi ? null : answerVisit(new NodeVisit(request));
    if (answer instanceof Promise) answer.then(respond);
    else respond(answer);

    function respond(answer: Answer | null): void {
      if (answer) {
        afterClick(answer, (answer) => send(response, answer));
      } else {
        keepContexts(response);
        passClientAddress(request);
        if (isApi) api(request, response);
        else pages(request, response);
      }
    }
  };
}

/** A request of node:http, as what visitors meet takes it. */
class NodeVisit implements VisitRequest {
  constructor(private readonly message: IncomingMessage) {}

  get method(): string {
    return this.message.method ?? "";
  }

  get url(): string {
    return this.message.url ?? "";
  }

  get headers() {
    return this.message.headers;
  }

  get address(): string {
    return clientAddress(this.message);
  }

  async form(maxBytes: number): Promise<URLSearchParams> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of this.message as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
    }
    return new URLSearchParams(size <= maxBytes ? Buffer.concat(chunks).toString() : "");
  }
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  const length = status === 304 ? [] : ["Content-Length", String(Buffer.byteLength(body))];
  response.writeHead(status, [...headers, ...length]).end(body);
}
