import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect as connectHttp2 } from "node:http2";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { connect as connectTls } from "node:tls";
import { findCaddy, findNginx } from "../../scripts/tools.mjs";
import { temporaryFolder } from "./server";
import { eventually } from "./wait";

export const PAGE = "docs/reverse-proxy.md";

/** The configurations on the page that are marked with `language`. */
export const configurations = (language: string): string[] =>
  [...readFileSync(PAGE, "utf8").matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, marked, text = ""]) =>
    marked === language ? [text] : [],
  );

export interface Ports {
  http: number;
  https: number;
  /** the port of Signpost */
  upstream: number;
}

export interface RunningProxy {
  stop(): Promise<void>;
}

/** Replaces each text, which must be there. */
function adapted(text: string, changes: [from: string, to: string][]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`${PAGE} does not contain ${from}`);
    return changed.replaceAll(from, to);
  }, text);
}

async function run(child: ChildProcess, port: number): Promise<RunningProxy> {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => (output += text));
  const exited = once(child, "exit");
  await eventually(async () => {
    if (child.exitCode !== null) return;
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect").finally(() => socket.destroy());
  });
  if (child.exitCode !== null) throw new Error(`the proxy did not start:\n${output}`);
  return {
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

export const nginx = findNginx();
export const caddy = findCaddy();

/** nginx with the page's configuration and certificates of its own for `hosts`. */
export async function startNginx({ http, https, upstream }: Ports, hosts: string[]): Promise<RunningProxy> {
  if (!nginx) throw new Error("there is no nginx on this machine");
  const folder = await temporaryFolder();
  for (const host of hosts) {
    const live = join(folder, "live", host);
    mkdirSync(live, { recursive: true });
    const files = ["-keyout", join(live, "privkey.pem"), "-out", join(live, "fullchain.pem")];
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    const { status } = spawnSync("openssl", ["req", "-x509", "-days", "2", "-subj", `/CN=${host}`, ...key, ...files]);
    if (status !== 0) throw new Error("openssl made no certificate");
  }
  const [site = ""] = configurations("nginx");
  const own = adapted(site, [
    ["listen 443 ", `listen 127.0.0.1:${https} `],
    ["listen 80 ", `listen 127.0.0.1:${http} `],
    ["127.0.0.1:3000", `127.0.0.1:${upstream}`],
    ["/etc/letsencrypt/live", join(folder, "live")],
    ["/var/www/acme", join(folder, "acme")],
  ]);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off;
${process.getuid?.() === 0 ? "user root;" : ""}
worker_processes 1;
pid ${join(folder, "pid")};
error_log stderr warn;
events {}
http {
access_log off;
${temporary.join("\n")}
${own}
}
`,
  );
  const files = ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"];
  return run(spawn(nginx, files, { stdio: ["ignore", "pipe", "pipe"] }), https);
}

/** Caddy with the page's configuration. It signs certificates itself instead of asking Let's Encrypt for them. */
export async function startCaddy({ http, https, upstream }: Ports): Promise<RunningProxy> {
  if (!caddy) throw new Error("there is no Caddy on this machine");
  const folder = await temporaryFolder();
  const local = ["local_certs", "skip_install_trust", "admin off", "default_bind 127.0.0.1"];
  // `freePort` reserves the UDP port, which HTTP/3 would use.
  local.push("servers {", "protocols h1 h2", "}");
  const [site = ""] = configurations("caddyfile");
  const own = adapted(site, [
    ["\temail you@example.com\n", [...local, `http_port ${http}`, `https_port ${https}`, ""].join("\n")],
    ["127.0.0.1:3000", `127.0.0.1:${upstream}`],
  ]);
  const file = join(folder, "Caddyfile");
  writeFileSync(file, own);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const flags = ["run", "--config", file, "--adapter", "caddyfile"];
  return run(spawn(caddy, flags, { env, stdio: ["ignore", "pipe", "pipe"] }), https);
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

interface Request {
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** leaves after this many bytes of the answer */
  leaveAfter?: number;
}

/** Sends a request to a host at a local port, over HTTP/2, as browsers do. */
export async function askOverHttp2(
  port: number,
  host: string,
  path: string,
  { method = "GET", headers = {}, body, leaveAfter }: Request = {},
): Promise<Answer> {
  const [servername = ""] = host.split(":");
  const socket = connectTls({ port, host: "127.0.0.1", servername, ALPNProtocols: ["h2"], rejectUnauthorized: false });
  await once(socket, "secureConnect");
  if (socket.alpnProtocol !== "h2") throw new Error("the proxy does not speak HTTP/2");
  const session = connectHttp2(`https://${host}`, { createConnection: () => socket });
  try {
    const stream = session.request({ ":method": method, ":path": path, ":authority": host, ...headers });
    stream.end(body);
    const [answered] = await once(stream, "response");
    const status = Number(answered[":status"]);
    if (leaveAfter === undefined) return { status, headers: answered, body: await buffer(stream) };
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of stream) {
      parts.push(part);
      bytes += part.length;
      if (bytes >= leaveAfter) break;
    }
    return { status, headers: answered, body: Buffer.concat(parts) };
  } finally {
    session.destroy();
  }
}

/** Passes connections on to a server, and keeps the heads of the requests on each. */
export interface Tap {
  port: number;
  /** by connection */
  heads: string[][];
  close(): void;
}

export async function startTap(target: number): Promise<Tap> {
  const heads: string[][] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    const found: string[] = [];
    heads.push(found);
    client.on("data", (bytes) => {
      const text = bytes.toString("latin1");
      for (const [head] of text.matchAll(/(?:GET|HEAD|POST) \/\S* HTTP\/1\.[01]\r\n(?:[\w-]+:[^\r]*\r\n)+\r\n/g))
        found.push(head);
    });
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    heads,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
