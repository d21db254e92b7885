import { randomBytes } from "node:crypto";
import type { Operation } from "@/lib/contract/operation";
import { api } from "./api";
import type { ServerAddress } from "./server";
import { sql } from "./sql";
import { newUser } from "./users";

/** What precedes a call: things that its caller makes, of which each function returns the id. */
export interface Caller {
  key: string;
  email: string;
  /** `uniqueText`: a call can be made again */
  unique: typeof uniqueText;
  /** Throws what it is refused with. */
  post(path: string, body?: Record<string, unknown>): Promise<Created>;
  link(): Promise<number>;
  deletedLink(): Promise<number>;
  campaign(): Promise<number>;
  channel(): Promise<number>;
  overlay(): Promise<number>;
  splash(): Promise<number>;
  bio(): Promise<number>;
  qr(): Promise<number>;
  pixel(): Promise<number>;
  tag(): Promise<number>;
  domain(): Promise<number>;
  /** of the administrator alone */
  user(): Promise<number>;
}

interface Created {
  id?: number;
  shorturl?: string;
  data?: { id: number };
}

/** `text` and something that nobody else has. */
export const uniqueText = (text: string) => `${text}-x${randomBytes(4).toString("hex")}`;

/** What `uniqueText` adds. */
export const uniquePart = /-x[\da-f]{8}/g;

/** A new user on the Pro plan, or the administrator for what only administrators may call. */
export async function newCaller(server: ServerAddress, access?: Operation["access"]): Promise<Caller> {
  if (access === "admin") return callerWith(server, server.adminKey, server.adminEmail);
  const { id, key, email } = await newUser(server);
  await sql(server, "UPDATE users SET plan_id = (SELECT id FROM plans WHERE name = 'Pro') WHERE id = $1", [id]);
  return callerWith(server, key, email);
}

export function callerWith(server: ServerAddress, key: string, email: string): Caller {
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
  return {
    key,
    email,
    unique: uniqueText,
    post,
    link,
    async deletedLink() {
      const id = await link();
      await api(server, key).delete(`/api/url/${id}/delete`);
      return id;
    },
    campaign: make("/api/campaign/add", () => bodies.campaign(uniqueText)),
    channel: make("/api/channel/add", () => bodies.channel),
    overlay: make("/api/overlay/add", () => bodies.overlay),
    splash: make("/api/splash/add", () => bodies.splash),
    bio: make("/api/bio/add", () => bodies.bio(uniqueText)),
    qr: make("/api/qr/add", () => bodies.qr),
    pixel: make("/api/pixel/add", () => bodies.pixel),
    tag: make("/api/tag/add", () => bodies.tag(uniqueText)),
    domain: make("/api/domain/add", () => bodies.domain(uniqueText)),
    user: make("/api/user/add", () => bodies.user(uniqueText)),
  };
}

type Unique = typeof uniqueText;

/** What is sent to add one of each. */
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
  pixel: { type: "gtmpixel", name: "Shop", tag: "GTM-ABC1234" },
  tag: (unique: Unique) => ({ name: unique("Spring"), color: "#12B886" }),
  domain: (unique: Unique) => ({ domain: `https://${unique("go")}.example.com`, redirectroot: "https://example.com/" }),
  user: (unique: Unique) => {
    const username = unique("ada");
    return { username, email: `${username}@example.com`, password: "a long password" };
  },
};
