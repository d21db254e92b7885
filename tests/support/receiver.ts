import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

export interface Received {
  id: string;
  type: string;
  timestamp: string;
  // biome-ignore lint/suspicious/noExplicitAny: what was sent, whatever it is.
  data: any;
  previous?: Record<string, unknown>;
  headers: Record<string, string>;
  body: string;
}

/**
 * An endpoint for webhooks. It answers with `answer.status` once `answer.after` is resolved, and verifies what it is
 * sent with the secret.
 */
export async function startReceiver(port = 0) {
  const received: Received[] = [];
  const answer = { status: 200, body: "", after: Promise.resolve() };
  let secret = "";
  let refused = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", async () => {
      const body = Buffer.concat(chunks).toString();
      const headers = request.headers as Record<string, string>;
      if (answer.status === 200) {
        const content = secret ? new Webhook(secret).verify(body, headers) : JSON.parse(body);
        received.push({ ...(content as Received), id: headers["webhook-id"] ?? "", headers, body });
      } else refused++;
      await answer.after;
      response.writeHead(answer.status).end(answer.body);
    });
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer,
    /** how many deliveries it has refused */
    refused: () => refused,
    verifyWith(its: string) {
      secret = its;
    },
    types: () => received.map(({ type }) => type),
    close: () => new Promise((done) => server.close(done).closeAllConnections()),
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
