import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface RoundRobin {
  url: string;
  /** requests sent to another server, because the first one did not accept the connection or was not ready */
  retried(): number;
  /** requests whose connection broke after they were sent: answered with 502, because their outcome is unknown */
  broken(): number;
  close(): Promise<void>;
}

/** A small load balancer that sends requests to the servers in turn. */
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
      // A server that has just started answers this; it has not processed the request.
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
