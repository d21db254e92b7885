import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { api } from "./api";
import type { ServerAddress } from "./server";
import { sql } from "./sql";

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#0b6e6e"/><circle cx="470" cy="130" r="70" fill="#f4d58d"/><path d="M0 360 220 140 400 300l90-80 150 140z" fill="#08484a"/></svg>`;

/** A destination site: a page, an image, and a page that forbids framing. `stop` ends it. */
export async function startSite() {
  const site = createServer(({ url = "" }, response) => {
    if (url === "/picture.svg") return response.setHeader("Content-Type", "image/svg+xml").end(picture);
    if (url === "/forbidding") response.setHeader("X-Frame-Options", "DENY");
    return response
      .setHeader("Content-Type", "text/html")
      .end(
        `<!doctype html><html lang=en><meta name=viewport content="width=device-width"><meta name=description content=Shop><title>Shop</title><h1>The destination</h1><p>Everything is half price.`,
      );
  });
  await once(site.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  return { url, stop: () => site.close() };
}

export interface Place {
  path: string;
  /** 200 by default */
  status?: number;
}

/**
 * One of each kind of page for visitors, by name, on `host` if given. Its links lead to `site`, which the server must
 * be allowed to check for framing. Everything belongs to the administrator, who has no limits.
 */
export async function visitorPlaces(server: ServerAddress, site: string, host?: string) {
  const { post } = api(server, server.adminKey);
  interface Made {
    id: number;
    shorturl: string;
    link: string;
    list: string;
    rotator: string;
  }
  const add = async (path: string, body: object): Promise<Made> => {
    const { status, body: made } = await post<Made>(path, body);
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(made)}`);
    return made;
  };
  const pathOf = (url: string) => new URL(url).pathname;
  if (host) {
    await sql(server, "INSERT INTO domains (user_id, host, scheme) SELECT id, $1, 'http' FROM users WHERE admin", [
      host,
    ]);
  }
  const domain = host && { domain: host };
  const create = (body: object) => add("/api/url/add", { url: `${site}/`, ...domain, ...body });
  const link = async (body: object): Promise<Place> => ({ path: pathOf((await create(body)).shorturl) });
  const over = async (type: string, content: object) => {
    const { id } = await add("/api/overlay/add", { type, name: type, content });
    return link({ type: `overlay-${id}` });
  };
  const qr = async (type: string, data: unknown): Promise<Place> => ({
    path: pathOf((await add("/api/qr/add", { type, data })).link).replace("/qr/", "/q/"),
  });

  const { id: pixel } = await add("/api/pixel/add", { type: "fbpixel", name: "Meta", tag: "123456789012345" });
  const { id: splash } = await add("/api/splash/add", {
    name: "To the shop",
    content: {
      title: "One moment",
      message: "We take you to our shop. Everything is half price until Sunday.",
      image: `${site}/picture.svg`,
      button: "Go on",
      countdown: 60,
      skip: true,
    },
  });
  const campaign = await add("/api/campaign/add", { name: "Spring sale", slug: "spring", public: true });
  await create({ campaign: campaign.id, metatitle: "Poster at the station", description: "The blue one" });
  await create({ campaign: campaign.id, metatitle: "Newsletter of March" });
  const bio = await add("/api/bio/add", {
    slug: "ada",
    name: "Ada Lovelace",
    description: "Poetical science",
    blocks: [
      { type: "image", url: `${site}/picture.svg`, alt: "Mountains at dawn" },
      { type: "heading", text: "Find me" },
      { type: "link", title: "My shop", url: `${site}/` },
      { type: "link", title: "Notes on the Analytical Engine", url: `${site}/` },
      { type: "text", text: "I write about engines, numbers and music." },
      { type: "video", url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ" },
      {
        type: "contact",
        name: "Ada Lovelace",
        organization: "Analytical Engines",
        phone: "+44 20 7946 0000",
        email: "ada@example.com",
        website: `${site}/`,
      },
      { type: "social", icons: ["github", "x", "youtube"].map((network) => ({ network, url: `${site}/` })) },
    ],
  });
  const taken = await create({});
  await sql(server, "INSERT INTO disabled_links (link_id, reason) VALUES ($1, $2)", [
    taken.id,
    "It asks for passwords in the name of a bank.",
  ]);

  return {
    password: await link({ password: "open sesame" }),
    splash: await link({ type: `splash-${splash}` }),
    message: await over("message", {
      text: "Everything is half price until Sunday.",
      button: "Show me",
      url: `${site}/`,
    }),
    contact: await over("contact", { title: "Ask us", text: "We answer within a day." }),
    poll: await over("poll", { question: "Tea or coffee?", options: ["Tea", "Coffee", "Neither"] }),
    newsletter: await over("newsletter", { title: "News, once a month", text: "No more than that." }),
    coupon: await over("coupon", { text: "A tenth off your first order.", code: "SPRING10", button: "No, thanks" }),
    image: await over("image", { url: `${site}/picture.svg`, alt: "Mountains at dawn", link: `${site}/` }),
    frame: await link({ type: "frame" }),
    hop: await link({ pixels: [pixel] }),
    expired: { ...(await link({ expiry: "2020-01-01 00:00:00" })), status: 404 },
    "not found": { path: "/nobody-has-this-alias", status: 404 },
    disabled: { path: pathOf(taken.shorturl), status: 410 },
    about: { path: `${(await link({ custom: "spring-sale" })).path}+` },
    list: { path: pathOf(campaign.list) },
    bio: { path: pathOf(bio.link) },
    "QR text": await qr("text", "Come at noon, by the back door.\nBring an umbrella."),
    "QR contact": await qr("vcard", {
      fname: "Ada",
      lname: "Lovelace",
      org: "Analytical Engines",
      title: "Programmer",
      phone: "+44 20 7946 0000",
      email: "ada@example.com",
      site: `${site}/`,
      street: "12 St James's Square",
      city: "London",
      zip: "SW1Y 4JH",
      country: "United Kingdom",
    }),
    "QR e-mail": await qr("email", { email: "ada@example.com", subject: "Hello", body: "I saw your poster." }),
    "QR phone": await qr("phone", "+44 20 7946 0000"),
    "QR SMS": await qr("sms", { phone: "+44 20 7946 0000", message: "On my way" }),
  } satisfies Record<string, Place>;
}
