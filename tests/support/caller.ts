import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { Operation } from "@/lib/contract/operation";
import { api } from "./api";
import type { ServerAddress } from "./server";
import { sql } from "./sql";
import { newUser } from "./users";
import { visit } from "./visit";
import { eventually } from "./wait";

/** Prepares a call. Each function creates something as the caller, and returns its ID. */
export interface Caller {
  key: string;
  email: string;
  /** makes texts unique, so that a call can be repeated */
  unique: typeof uniqueText;
  /** Throws the refusal if there is one. */
  post(path: string, body?: Record<string, unknown>): Promise<Created>;
  put(path: string, body: Record<string, unknown>): Promise<void>;
  link(): Promise<number>;
  deletedLink(): Promise<number>;
  /** also returns the last change of its history */
  changedLink(): Promise<{ id: number; change: number }>;
  campaign(): Promise<number>;
  channel(): Promise<number>;
  overlay(): Promise<number>;
  splash(): Promise<number>;
  bio(): Promise<number>;
  qr(): Promise<number>;
  template(): Promise<number>;
  pixel(): Promise<number>;
  tag(): Promise<number>;
  qrTemplate(): Promise<number>;
  domain(): Promise<number>;
  member(): Promise<number>;
  invitation(): Promise<number>;
  apiKey(): Promise<number>;
  webhook(): Promise<number>;
  /** waits until a webhook has this number of deliveries: they are made after the answer to a change */
  untilDeliveries(webhook: number, count: number): Promise<void>;
  forwarding(): Promise<number>;
  /** the id of a click on a link that tracks conversions */
  click(): Promise<string>;
  /** a conversion with this external id, of a new click */
  conversion(externalid: string): Promise<number>;
  /** one that the caller offers, and one that they are offered */
  offer(): Promise<number>;
  offered(): Promise<number>;
  /** for the administrator only */
  user(): Promise<number>;
}

interface Created {
  id?: number;
  shorturl?: string;
  data?: { id: number };
}

interface History {
  data: { changes: { id: number }[] };
}

/** `text` with a suffix that nothing else has. */
export const uniqueText = (text: string) => `${text}-x${randomBytes(4).toString("hex")}`;

/** Matches the suffix of `uniqueText`. */
export const uniquePart = /-x[\da-f]{8}/g;

/** A new user on the Pro plan, or the administrator for operations that need one. */
export async function newCaller(server: ServerAddress, access?: Operation["access"]): Promise<Caller> {
  if (access === "admin") return callerWith(server, server.adminKey, server.adminEmail);
  const { id, key, email } = await newUser(server);
  await sql(server, "UPDATE users SET plan_id = (SELECT id FROM plans WHERE name = 'Pro') WHERE id = $1", [id]);
  return callerWith(server, key, email);
}

/** `anotherUser` creates other users, such as members of the caller's account. */
export function callerWith(
  server: ServerAddress,
  key: string,
  email: string,
  anotherUser: () => Promise<{ id: number; key: string }> = () => newUser(server),
): Caller {
  async function put(path: string, body: Record<string, unknown>): Promise<void> {
    const answer = await api(server, key).put(path, body);
    if (answer.status !== 200) throw new Error(`PUT ${path}: ${JSON.stringify(answer.body)}`);
  }

  async function post(path: string, body: Record<string, unknown> = {}): Promise<Created> {
    const answer = await api(server, key).post<Created>(path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
  const make = (path: string, body: () => Record<string, unknown>) => async () => {
    const { id, data } = await post(path, body());
    return id ?? data?.id ?? 0;
  };
  const link = make("/api/url/add", () => bodies.link(uniqueText));
  /** By SQL, which has no limit on mails. */
  const offer = async (giverId: number, linkId: number, receiver: string) => {
    const [row] = await sql<{ id: number }>(
      server,
      `INSERT INTO handovers (user_id, email, everything, link_ids, expires_at)
       VALUES ($1, $2, false, ARRAY[$3::int], now() + interval '1 hour') RETURNING id`,
      [giverId, receiver, linkId],
    );
    return row?.id ?? 0;
  };
  const click = async () => {
    const { id, shorturl } = await post("/api/url/add", { url: "https://example.com/", trackconversions: true });
    const { location } = await visit(shorturl ?? "");
    // Tests compare the rows of all tables, and the click is stored after the answer.
    await eventually(async () => {
      expect(await sql(server, "SELECT FROM clicks WHERE link_id = $1", [id])).toHaveLength(1);
    });
    return new URL(location ?? "").searchParams.get("sp_click") ?? "";
  };
  return {
    key,
    email,
    unique: uniqueText,
    post,
    put,
    untilDeliveries: (webhook, count) =>
      eventually(async () => {
        const path = `/api/webhook/${webhook}/deliveries`;
        const { body } = await api(server, key).get<{ data: { result: number } }>(path);
        if (body.data.result < count) throw new Error(`${path} has ${body.data.result} of ${count}`);
      }),
    link,
    async deletedLink() {
      const id = await link();
      await api(server, key).delete(`/api/url/${id}/delete`);
      return id;
    },
    async changedLink() {
      const id = await link();
      await api(server, key).put(`/api/url/${id}/update`, { url: "https://example.com/summer" });
      const { body } = await api(server, key).get<History>(`/api/url/${id}/history`);
      return { id, change: body.data.changes[0]?.id ?? 0 };
    },
    async offer() {
      const [user] = await sql<{ id: number }>(server, "SELECT user_id AS id FROM links WHERE id = $1", [await link()]);
      return offer(user?.id ?? 0, await link(), `${uniqueText("grace")}@example.com`);
    },
    async offered() {
      const giver = await anotherUser();
      const { body } = await api(server, giver.key).post<Created>("/api/url/add", {
        url: "https://example.com/spring",
      });
      // Another test may have changed the caller's address, which is then unconfirmed.
      const [user] = await sql<{ email: string }>(
        server,
        `UPDATE users SET email_verified_at = now() FROM links WHERE users.id = user_id AND links.id = $1 RETURNING email`,
        [await link()],
      );
      return offer(giver.id, body.id ?? 0, user?.email ?? "");
    },
    campaign: make("/api/campaign/add", () => bodies.campaign(uniqueText)),
    channel: make("/api/channel/add", () => bodies.channel),
    overlay: make("/api/overlay/add", () => bodies.overlay),
    splash: make("/api/splash/add", () => bodies.splash),
    bio: make("/api/bio/add", () => bodies.bio(uniqueText)),
    qr: make("/api/qr/add", () => bodies.qr),
    qrTemplate: make("/api/qr-template/add", () => bodies.qrTemplate),
    pixel: make("/api/pixel/add", () => bodies.pixel),
    template: make("/api/utm-template/add", () => bodies.template(uniqueText)),
    tag: make("/api/tag/add", () => bodies.tag(uniqueText)),
    domain: make("/api/domain/add", () => bodies.domain(uniqueText)),
    async member() {
      const { id } = await anotherUser();
      await sql(
        server,
        // Another test may have changed the caller's address.
        "INSERT INTO members (user_id, member_id, role) SELECT user_id, $1, 'editor' FROM links WHERE id = $2",
        [id, await link()],
      );
      return id;
    },
    /** By SQL, which has no limit on mails. */
    async invitation() {
      const [row] = await sql<{ id: number }>(
        server,
        `INSERT INTO member_invitations (user_id, email, role, token_hash, expires_at)
         SELECT user_id, $1::text, 'editor', convert_to($1::text, 'UTF8'), now() + interval '1 hour' FROM links WHERE id = $2 RETURNING id`,
        [`${uniqueText("grace")}@example.com`, await link()],
      );
      return row?.id ?? 0;
    },
    apiKey: make("/api/key/add", () => bodies.apiKey),
    webhook: make("/api/webhook/add", () => bodies.webhook),
    forwarding: make("/api/forwarding/add", () => bodies.forwarding),
    click,
    async conversion(externalid) {
      const { id } = await post("/api/conversion/add", { ...bodies.conversion(await click()), externalid });
      return id ?? 0;
    },
    user: make("/api/user/add", () => bodies.user(uniqueText)),
  };
}

type Unique = typeof uniqueText;

/** The body to add one of each. */
export const bodies = {
  link: (unique: Unique) => ({
    url: "https://example.com/spring",
    custom: unique("spring-sale"),
    description: "Poster at the station",
    clicklimit: 1000,
  }),
  campaign: (unique: Unique) => ({ name: "Spring sale", slug: unique("spring"), public: true }),
  channel: { name: "Newsletter", description: "Sent on Mondays", color: "#12B886", starred: true },
  overlay: {
    type: "message",
    name: "Spring sale",
    content: { text: "Everything is half price until Sunday.", button: "Show me", url: "https://example.com/sale" },
  },
  contactForm: { type: "contact", name: "Ask us", content: { title: "Ask us" } },
  splash: { name: "To the shop", content: { title: "One moment", message: "We take you to our shop.", countdown: 5 } },
  bio: (unique: Unique) => ({
    slug: unique("ada"),
    name: "Ada Lovelace",
    description: "Poetical science",
    blocks: [{ type: "link", title: "My shop", url: "https://example.com/" }],
  }),
  qr: {
    type: "link",
    name: "Poster",
    data: "https://example.com/spring",
    foreground: "rgb(20,20,60)",
    background: "rgb(255,255,255)",
  },
  qrTemplate: {
    name: "Spring",
    foreground: "rgb(20,60,20)",
    dots: "rounded",
    eyes: "rounded",
    gradient: { type: "radial", color: "rgb(20,20,60)" },
    frame: { style: "label", text: "Scan me" },
  },
  pixel: { type: "gtmpixel", name: "Shop", tag: "GTM-ABC1234" },
  template: (unique: Unique) => ({ name: unique("Newsletter"), source: "newsletter", campaign: "{campaign}" }),
  tag: (unique: Unique) => ({ name: unique("Spring"), color: "#12B886" }),
  domain: (unique: Unique) => ({ domain: `https://${unique("go")}.example.com`, redirectroot: "https://example.com/" }),
  invitation: (unique: Unique) => ({ email: `${unique("grace")}@example.com`, role: "editor" }),
  apiKey: { name: "Newsletter", scopes: ["links:write"] },
  conversion: (clickid: string) => ({ clickid, event: "sale", amount: 4900, currency: "EUR" }),
  webhook: { url: "https://hooks.example/signpost", events: ["limit.near"] },
  forwarding: {
    kind: "url",
    url: "https://hooks.example/hit?link={linkid}&key={token}",
    token: "AbCdEf123456",
    events: ["conversions"],
  },
  user: (unique: Unique) => {
    const username = unique("ada");
    return { username, email: `${username}@example.com`, password: "a long password" };
  },
};
