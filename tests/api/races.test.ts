import { describe, expect, inject, it } from "vitest";
import { api } from "../support/api";
import { bodies, type Caller, newCaller, uniqueText } from "../support/caller";

const server = inject("server");

type Request = [method: "POST" | "PUT" | "DELETE", path: string, body?: object];

const url = "https://example.com/";
const newLink = (body: object): Request => ["POST", "/api/url/add", { url, ...body }];
const changeLink = (id: number, body: object): Request => ["PUT", `/api/url/${id}/update`, body];
const remove = (what: string, id?: number): Request => ["DELETE", `/api/${what}/${id}/delete`];
const twice = (request: Request): Request[] => [request, request];

const deletions: [string, (mine: Caller) => Promise<Request[]>][] = [
  [
    "a channel that something is put into",
    async ({ channel, link }) => {
      const [id, linkId] = [await channel(), await link()];
      const assign: Request = ["POST", `/api/channel/${id}/assign/links/${linkId}`];
      return [remove("channel", id), assign, newLink({ channel: id }), changeLink(linkId, { channel: id })];
    },
  ],
  [
    "a link that is put into a channel and a campaign",
    async ({ campaign, channel, link }) => {
      const id = await link();
      const toCampaign: Request = ["POST", `/api/campaign/${await campaign()}/assign/${id}`];
      const toChannel: Request = ["POST", `/api/channel/${await channel()}/assign/links/${id}`];
      return [...twice(remove("url", id)), toChannel, toCampaign, changeLink(id, { url })];
    },
  ],
  [
    "a campaign that a link is put into",
    async ({ campaign, link }) => {
      const [id, linkId] = [await campaign(), await link()];
      const assign: Request = ["POST", `/api/campaign/${id}/assign/${linkId}`];
      return [remove("campaign", id), assign, newLink({ campaign: id }), changeLink(linkId, { campaign: id })];
    },
  ],
  [
    "a pixel that a link is given",
    async ({ pixel, link }) => {
      const id = await pixel();
      return [remove("pixel", id), newLink({ pixels: [id] }), changeLink(await link(), { pixels: [id] })];
    },
  ],
  [
    "an overlay that a link is given",
    async ({ overlay, link }) => {
      const id = await overlay();
      const type = `overlay-${id}`;
      return [remove("overlay", id), newLink({ type }), changeLink(await link(), { type })];
    },
  ],
  [
    "a domain that gets a link",
    async ({ post }) => {
      const { domain } = bodies.domain(uniqueText);
      const { id } = await post("/api/domain/add", { domain });
      return [...twice(remove("domain", id)), newLink({ domain }), ["PUT", `/api/domain/${id}/update`, {}]];
    },
  ],
  [
    "a bio page and a QR code that are put into a channel",
    async ({ bio, qr, channel }) => {
      const [bioId, qrId, id] = [await bio(), await qr(), await channel()];
      const assign = (type: string, itemId: number): Request => ["POST", `/api/channel/${id}/assign/${type}/${itemId}`];
      return [remove("bio", bioId), assign("bio", bioId), remove("qr", qrId), assign("qr", qrId)];
    },
  ],
];

const takings: [string, () => Request][] = [
  ["an alias", () => newLink({ custom: uniqueText("taken") })],
  ["a rotator's slug", () => ["POST", "/api/campaign/add", { slug: uniqueText("taken") }]],
  ["a bio page's slug", () => ["POST", "/api/bio/add", bodies.bio(uniqueText)]],
  ["a domain", () => ["POST", "/api/domain/add", bodies.domain(uniqueText)]],
];

/** The statuses of requests that are sent at once. */
const sendAll = (key: string, requests: Request[]) =>
  Promise.all(
    requests.map(async ([method, path, body]) => {
      const send = api(server, key)[method.toLowerCase() as "post"];
      return (await send(path, body)).status;
    }),
  );

const rounds = Array.from({ length: 12 }, (_, round) => round);

/** The same requests, starting with another one in each round. */
const turned = <T>(list: T[], round: number) => [
  ...list.slice(round % list.length),
  ...list.slice(0, round % list.length),
];

describe("nothing fails if, at the same moment,", () => {
  it.each(deletions)("a user deletes %s", async (_, prepare) => {
    const mine = await newCaller(server);
    for (const round of rounds) {
      const requests = turned(await prepare(mine), round);
      for (const status of await sendAll(mine.key, requests)) expect([200, 400, 404, 409]).toContain(status);
    }
  });

  it.each(takings)("many requests want %s, and one of them gets it", async (_, take) => {
    const { key } = await newCaller(server);
    const request = take();
    const statuses = await sendAll(
      key,
      Array.from({ length: 10 }, () => request),
    );
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  it("an administrator deletes a user who is working", async () => {
    const admin = api(server, server.adminKey);
    for (const round of rounds) {
      const { body: made } = await admin.post<{ data: { id: number } }>("/api/user/add", bodies.user(uniqueText));
      const { id } = made.data;
      const { body: user } = await admin.get<{ data: { apikey: string } }>(`/api/user/${id}`);
      const key = user.data.apikey;
      await api(server, key).get("/api/account");
      const work = [
        newLink({}),
        ["POST", "/api/channel/add", bodies.channel],
        ["POST", "/api/campaign/add", {}],
        ["POST", "/api/qr/add", bodies.qr],
        ["POST", "/api/bio/add", bodies.bio(uniqueText)],
        ["POST", "/api/sms/send", { from: "+15005550006", to: ["+14155550100"], message: "Hello" }],
        ["PUT", "/api/account/update", { email: `${uniqueText("ada")}@example.com` }],
      ] satisfies Request[];
      const keyed = api(server, key, { "idempotency-key": "one" }).post("/api/channel/add", bodies.channel);
      const requests = turned(work, round);
      const [statuses, { status }, deletion] = await Promise.all([
        sendAll(key, requests),
        keyed,
        admin.delete(`/api/user/${id}/delete`),
      ]);
      expect(deletion.status).toBe(200);
      for (const one of [...statuses, status]) expect([200, 401, 404, 409]).toContain(one);
      expect((await api(server, key).get("/api/account")).status).toBe(401);
    }
  });
});
