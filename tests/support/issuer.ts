import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

const makeKeys = {
  RS256: () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
  ES256: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
  EdDSA: () => generateKeyPairSync("ed25519"),
};

export const [clientId, clientSecret] = ["signpost", "a secret of the provider, which is long enough"];

type Algorithm = keyof typeof makeKeys;

export interface TestIssuer {
  alg: Algorithm;
  /** For `OIDC_ISSUER`. */
  url: string;
  /** another issuer in its document, for a provider that claims to be one */
  claimedUrl?: string;
  /** the next ID token that it returns */
  idToken: string;
  /** Signs with its own key, or with another. */
  sign(claims: object, key?: KeyObject): string;
  userInfo: object;
  /** the requested paths */
  asked: string[];
  /** the last form that requested a token */
  form: URLSearchParams;
  close(): Promise<void>;
}

/** An OpenID provider at `path` without pages. Tests set its answers, and it signs with `alg`. */
export async function startIssuer(alg: Algorithm, announced: string = alg, path = ""): Promise<TestIssuer> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { privateKey, publicKey } = makeKeys[alg]();
  const url = `http://localhost:${(server.address() as AddressInfo).port}${path}`;
  const base = path.replace(/\/$/, "");
  const origin = url.replace(/\/$/, "");
  const issuer: TestIssuer = {
    alg,
    url,
    idToken: "",
    sign: (claims, key = privateKey) => signed({ alg, kid: "1" }, claims, key),
    userInfo: {},
    asked: [],
    form: new URLSearchParams(),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return issuer;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requested = request.url ?? "";
    const path = requested.slice(base.length);
    issuer.asked.push(path);
    if (path === "/token") issuer.form = new URLSearchParams(await text(request));
    const answers: Record<string, object> = {
      "/.well-known/openid-configuration": {
        issuer: issuer.claimedUrl ?? url,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        userinfo_endpoint: `${origin}/userinfo`,
        jwks_uri: `${origin}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: [announced],
        authorization_response_iss_parameter_supported: true,
      },
      "/jwks": { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", use: "sig", alg }] },
      "/token": { access_token: "access", token_type: "Bearer", id_token: issuer.idToken },
      "/userinfo": issuer.userInfo,
    };
    const body = answers[path];
    response.writeHead(body ? 200 : 404, { "Content-Type": "application/json" }).end(JSON.stringify(body ?? {}));
  }
}

/** Another key of the same kind as the provider's. */
export const anotherKey = (alg: Algorithm) => makeKeys[alg]().privateKey;

/** The challenge (PKCE) for a verifier. */
export const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

export const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function signed(header: { alg: string; kid: string }, claims: object, key: KeyObject): string {
  const said = `${encoded(header)}.${encoded(claims)}`;
  const digest = header.alg === "EdDSA" ? null : "sha256";
  return `${said}.${sign(digest, Buffer.from(said), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
}
