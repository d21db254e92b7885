import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

interface TestGitHub {
  /** For `GITHUB_URL`. */
  url: string;
  clientId: string;
  clientSecret: string;
  /** The user who is logged in there in every browser; null if the user cancels. */
  person: { id: number; login: string; emails: { email: string; primary: boolean; verified: boolean }[] } | null;
  close(): Promise<void>;
}

/** GitHub's OAuth, and its API for a user and their addresses, under the paths of GitHub Enterprise Server. */
export async function startGitHub(callback: string): Promise<TestGitHub> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const github: TestGitHub = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    clientId: "Iv1.signpost",
    clientSecret: randomBytes(20).toString("hex"),
    person: null,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  const challenges = new Map<string, string>();
  const tokens = new Set<string>();
  return github;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", github.url);
    if (url.pathname === "/login/oauth/authorize") return authorize(url.searchParams, response);
    if (url.pathname === "/login/oauth/access_token") {
      const granted = grant(new URLSearchParams(await text(request)));
      // GitHub answers errors with 200 too, and with a form unless JSON is requested.
      const isJson = request.headers.accept?.includes("application/json");
      const type = isJson ? "application/json" : "application/x-www-form-urlencoded";
      const body = isJson ? JSON.stringify(granted) : new URLSearchParams(granted).toString();
      return void response.writeHead(200, { "Content-Type": type }).end(body);
    }
    if (!tokens.has(request.headers.authorization?.replace(/^Bearer /i, "") ?? "") || !request.headers["user-agent"])
      return send(response, 401, { message: "Bad credentials" });
    if (url.pathname === "/api/v3/user") return send(response, 200, github.person);
    if (url.pathname === "/api/v3/user/emails") return send(response, 200, github.person?.emails);
    send(response, 404, { message: "Not Found" });
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const known = query.get("client_id") === github.clientId && query.get("redirect_uri") === callback;
    if (!known) {
      send(response, 404, {});
      return;
    }
    const back = new URL(callback);
    back.searchParams.set("state", query.get("state") ?? "");
    if (github.person) {
      const code = randomBytes(10).toString("hex");
      challenges.set(code, query.get("code_challenge") ?? "");
      back.searchParams.set("code", code);
    } else back.searchParams.set("error", "access_denied");
    response.writeHead(302, { Location: back.href }).end();
  }

  /** A code works once, and only for the client that asked for it. */
  function grant(form: URLSearchParams): Record<string, string> {
    const code = form.get("code") ?? "";
    const challenge = challenges.get(code);
    challenges.delete(code);
    const given = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isClient = form.get("client_id") === github.clientId && form.get("client_secret") === github.clientSecret;
    if (!isClient) return { error: "incorrect_client_credentials" };
    if (challenge !== given || form.get("redirect_uri") !== callback) return { error: "bad_verification_code" };
    const access_token = `gho_${randomBytes(18).toString("hex")}`;
    tokens.add(access_token);
    return { access_token, scope: "read:user,user:email", token_type: "bearer" };
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
}
