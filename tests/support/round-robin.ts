import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface RoundRobin {
  url: string;
  /** requests that another server got because the first one took no connection, or none yet */
  retried(): number;
  /** requests that a server had got when its connection broke: answered with a 502, as nobody knows what became of them */
  broken(): number;
  close(): Promise<void>;
}

/** A small balancer in front of servers, which get requests in turn. */
export async function startRoundRobin(targets: string[]): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  let retried = 0;
  let broken = 0;

  function pass(from: IncomingMessage, to: ServerResponse, first: number, attempt = 0): void {
    const target = new URL(targets[(first + attempt) % targets.length] ?? "");
    const { method, url: path, headers } = from;
    const isLast = attempt + 1 === targets.length;
    const retry = () => {
      retried++;
      pass(from, to, first, attempt + 1);
    };
    const sent = request({ agent, port: target.port, host: "127.0.0.1", method, path, headers }, (answer) => {
      // What a server says that has just started: it did nothing with the request.
      if (answer.statusCode === 503 && answer.headers["retry-after"] && !isLast) {
        answer.resume();
        return retry();
      }
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    sent.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED" && !isLast) return retry();
      broken++;
      to.writeHead(502, { "Content-Length": 0 }).end();
    });
    sent.end();
  }

  const server = createServer((from, to) => pass(from, to, turn++)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    retried: () => retried,
    broken: () => broken,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      agent.destroy();
    },
  };
}
