import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import Redis from "ioredis";

export interface UpstashBridge {
  url: string;
  token: string;
  close(): Promise<void>;
}

type Reply = { result: unknown } | { error: string };

/**
 * Upstash's REST protocol in front of a plain Redis: a command as a JSON array posted to `/`, several to `/pipeline`
 * or `/multi-exec`. Close it at the end.
 */
export async function startUpstash(redisUrl: string): Promise<UpstashBridge> {
  const token = "a-token-of-the-tests";
  const redis = new Redis(redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 0, retryStrategy: () => 50 });
  redis.on("error", () => {});
  await once(redis, "ready");
  const scripts = new Map<string, string>();

  async function run(command: string[]): Promise<Reply> {
    try {
      const [name = "", ...args] = toPlainRedis(command.map(String), scripts);
      return { result: await redis.call(name, args) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }

  async function runAll(commands: string[][], atomic: boolean): Promise<Reply[]> {
    if (!atomic) return Promise.all(commands.map(run));
    const transaction = redis.multi(commands.map((command) => ["call", ...toPlainRedis(command.map(String), scripts)]));
    const replies = (await transaction.exec()) ?? [];
    return replies.map(([error, result]) => (error ? { error: error.message } : { result }));
  }

  async function answer(request: IncomingMessage): Promise<[status: number, body: unknown]> {
    if (request.method !== "POST") return [405, { error: "ERR only POST is bridged" }];
    if (request.headers.authorization !== `Bearer ${token}`) return [401, { error: "WRONGPASS invalid token" }];
    const encode = request.headers["upstash-encoding"] === "base64" ? encodeReply : (reply: Reply) => reply;
    const body = JSON.parse(await text(request));
    if (request.url === "/pipeline" || request.url === "/multi-exec") {
      return [200, (await runAll(body, request.url === "/multi-exec")).map(encode)];
    }
    const reply = await run(body);
    return ["error" in reply ? 400 : 200, encode(reply)];
  }

  const server = createServer(async (request, response) => {
    const [status, body] = await answer(request).catch((error) => [500, { error: String(error) }] as const);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");

  return {
    url: `http://127.0.0.1:${address.port}`,
    token,
    async close() {
      redis.disconnect();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * The scripts of `@upstash/ratelimit` begin with a line that only Upstash understands, and are called by the hash of
 * the whole. Plain Redis gets them without that line.
 */
function toPlainRedis(command: string[], scripts: Map<string, string>): string[] {
  const [name = "", script = "", ...args] = command;
  const strip = (source: string) => {
    const plain = source.replace(/^#!lua[^\n]*\n/, "");
    scripts.set(createHash("sha1").update(source).digest("hex"), plain);
    return plain;
  };
  switch (name.toUpperCase()) {
    case "EVAL":
      return [name, strip(script), ...args];
    case "EVALSHA": {
      const known = scripts.get(script);
      return known === undefined ? command : ["EVAL", known, ...args];
    }
    case "SCRIPT":
      return [name, script, ...args.map(strip)];
    default:
      return command;
  }
}

function encodeReply(reply: Reply): Reply {
  const encode = (value: unknown): unknown => {
    if (typeof value === "string") return value === "OK" ? value : Buffer.from(value).toString("base64");
    return Array.isArray(value) ? value.map(encode) : value;
  };
  return "result" in reply ? { result: encode(reply.result) } : reply;
}
