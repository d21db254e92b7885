import { describe, expect, inject, it } from "vitest";
import { type ApiResponse, api } from "../support/api";
import { bodies, uniqueText } from "../support/caller";
import type { Details, Statistics } from "../support/links";
import { untilStored } from "../support/recorded";
import { agents, hostVisit, visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");
const admin = api(server, server.adminKey);

/** The answer of a call that must succeed. */
async function ok<Body>(call: Promise<ApiResponse<unknown>>): Promise<Body & { error: number }> {
  const { status, body } = await call;
  expect([status, body]).toEqual([200, expect.objectContaining({ error: 0 })]);
  return body as Body & { error: number };
}

interface Id {
  id: number;
}
interface Created extends Id {
  shorturl: string;
  link: string;
}
interface Counted {
  details: Details & { scans: number };
  data: Statistics;
}
interface Items {
  data: { result: number; items: { type: string; id: number; link: string }[] };
}

// Each step builds on those before it.
describe("a customer's first day, only through the API", () => {
  const person = bodies.user(uniqueText);
  let userId: number;
  let me: ReturnType<typeof api>;
  const mine = {} as Record<"site" | "shop" | "own", Created> &
    Record<"campaign" | "channel" | "pixel" | "domain", Id> &
    Record<"bio" | "qr", Created>;
  const host = new URL(bodies.domain(uniqueText).domain).host;
  let rotator: string;
  let message: string;

  it("begins with an administrator, who creates the account on a plan", async () => {
    const { data: plans } = await ok<{ data: { id: number; name: string }[] }>(admin.get("/api/plans"));
    const pro = plans.find(({ name }) => name === "Pro");
    const { data: made } = await ok<{ data: Id }>(admin.post("/api/user/add", person));
    userId = made.id;
    await ok(admin.put(`/api/plan/${pro?.id}/user/${userId}`, { type: "monthly" }));

    const { data: user } = await ok<{ data: Record<string, unknown> }>(admin.get(`/api/user/${userId}`));
    expect(user).toMatchObject({ email: person.email, username: person.username, status: "pro", planid: pro?.id });
    me = api(server, String(user.apikey));
    const { data: account } = await ok<{ data: Record<string, unknown> }>(me.get("/api/account"));
    expect(account).toMatchObject({ id: userId, email: person.email, status: "pro", expires: user.expires });
    expect((await me.get("/api/users")).status).toBe(403);
  });

  it("continues with a domain and pixels", async () => {
    mine.domain = await ok(
      me.post("/api/domain/add", { domain: `http://${host}`, redirectroot: "https://example.com/" }),
    );
    mine.pixel = await ok(me.post("/api/pixel/add", bodies.pixel));
    await ok(me.post("/api/pixel/add", { type: "vendor3pixel", name: "Adverts", tag: "123456789" }));
    expect((await ok<{ data: { result: number } }>(me.get("/api/pixels"))).data.result).toBe(2);
  });

  it("with links, one of them on the domain and one with a pixel", async () => {
    const add = (body: object) => ok<Created>(me.post("/api/url/add", body));
    mine.site = await add({ url: "https://example.com/" });
    mine.shop = await add({ url: "https://example.com/shop", custom: uniqueText("shop"), pixels: [mine.pixel.id] });
    mine.own = await add({ url: "https://example.com/spring", custom: "spring", domain: host });
    expect(mine.own.shorturl).toBe(`http://${host}/spring`);
    expect((await visit(mine.site.shorturl)).location).toBe("https://example.com/");
    expect((await hostVisit(server.url, host, "/spring")).location).toBe("https://example.com/spring");
    expect((await hostVisit(server.url, host, "/")).location).toBe("https://example.com/");
  });

  it("with a campaign that has a rotator", async () => {
    const body = bodies.campaign(uniqueText);
    const campaign = await ok<Id & { domain: string; rotator: string }>(me.post("/api/campaign/add", body));
    mine.campaign = campaign;
    rotator = campaign.rotator;
    expect(campaign).toMatchObject({ domain: body.name, rotator: `${server.url}/r/${body.slug}` });
    for (const { id } of [mine.site, mine.shop]) await ok(me.post(`/api/campaign/${campaign.id}/assign/${id}`));
    const { details } = await ok<Counted>(me.get(`/api/url/${mine.shop.id}`));
    expect(details).toMatchObject({ campaign: campaign.id, pixels: [mine.pixel.id] });
  });

  it("with a channel that contains a link, a bio page and a QR code", async () => {
    mine.channel = await ok(me.post("/api/channel/add", bodies.channel));
    mine.bio = await ok(me.post("/api/bio/add", bodies.bio(uniqueText)));
    mine.qr = await ok(me.post("/api/qr/add", bodies.qr));
    const wanted = { links: mine.site, bio: mine.bio, qr: mine.qr };
    for (const [type, { id }] of Object.entries(wanted)) {
      await ok(me.post(`/api/channel/${mine.channel.id}/assign/${type}/${id}`));
    }
    const { data } = await ok<Items>(me.get(`/api/channel/${mine.channel.id}`));
    expect(data.items.map(({ type, id }) => [type, id])).toEqual(
      Object.entries(wanted)
        .map(([type, { id }]) => [type, id])
        .reverse(),
    );
  });

  it("with an SMS, in which a link is shortened", async () => {
    const { numbers } = await ok<{ numbers: string[] }>(me.get("/api/sms/numbers"));
    const text = "See https://example.com/news.";
    await ok(me.post("/api/sms/send", { from: numbers[0], to: ["+14155550100", "+14155550101"], message: text }));
    const { list } = await eventually(async () => {
      const sent = await ok<{ list: { to: string; status: string; message: string }[] }>(me.get("/api/sms/messages"));
      expect(sent.list.map(({ status }) => status)).toEqual(["delivered", "delivered"]);
      return sent;
    });
    message = list[0]?.message ?? "";
    expect(message).toMatch(/^See http:\/\/localhost:\d+\/\w{7}\.$/);
    expect(list[1]?.message).toBe(message);
  });

  it("sees people click and scan, and counts them where they are", async () => {
    const scan = mine.qr.link.replace("/qr/", "/q/");
    const inSms = /http\S+(?=\.$)/.exec(message)?.[0] ?? "";
    const people: Record<string, string>[] = [
      { "user-agent": agents.windows, referer: "https://news.example.com/today" },
      { "user-agent": agents.iphone },
      { "user-agent": agents.android },
    ];
    for (const headers of people) {
      // The link has a pixel, so visitors get a page instead of a redirect.
      expect((await visit(mine.shop.shorturl, { headers })).body).toContain('href="https://example.com/shop"');
      expect((await visit(scan, { headers })).location).toBe(bodies.qr.data);
    }
    await visit(mine.shop.shorturl, { headers: { "user-agent": agents.iphone } });
    await visit(mine.shop.shorturl, { headers: { "user-agent": agents.slack } });
    expect((await visit(inSms)).location).toBe("https://example.com/news");
    await untilStored(server, 30_000);
  });

  it("reads the same numbers everywhere", async () => {
    const link = await ok<Counted>(me.get(`/api/url/${mine.shop.id}`));
    expect(link.details).toMatchObject({ clicks: 4, uniqueclicks: 3 });
    expect(link.data).toMatchObject({
      clicks: 4,
      uniqueClicks: 3,
      topReferrers: { Direct: "3", "news.example.com": "1" },
      topOs: { iOS: "2", Windows: "1", Android: "1" },
    });
    const { data } = await ok<{ data: { urls: Details[] } }>(me.get("/api/urls?order=click"));
    const clicks = data.urls.map(({ id, clicks }) => [id, clicks]);
    expect(clicks[0]).toEqual([mine.shop.id, 4]);
    expect(clicks).toContainEqual([mine.site.id, 1]);
    expect(clicks).toContainEqual([mine.own.id, 1]);
    expect(clicks).toHaveLength(4);

    const code = await ok<Counted>(me.get(`/api/qr/${mine.qr.id}`));
    expect(code.details.scans).toBe(3);
    expect(code.data).toMatchObject({ clicks: 3, uniqueClicks: 3 });
    const { data: codes } = await ok<{ data: { qrs: { scans: number }[] } }>(me.get("/api/qr"));
    expect(codes.qrs.map(({ scans }) => scans)).toEqual([3]);
  });

  it("deletes the channel, and its items stay", async () => {
    await ok(me.delete(`/api/channel/${mine.channel.id}/delete`));
    expect((await me.get(`/api/channel/${mine.channel.id}`)).status).toBe(404);
    expect((await ok<Counted>(me.get(`/api/url/${mine.site.id}`))).details.channel).toBeNull();
    await ok(me.get(`/api/bio/${mine.bio.id}`));
    await ok(me.get(`/api/qr/${mine.qr.id}`));
    expect((await visit(mine.site.shorturl)).location).toBe("https://example.com/");
  });

  it("ends when the administrator deletes the user, whose links no longer respond", async () => {
    await ok(admin.delete(`/api/user/${userId}/delete`));
    expect((await me.get("/api/account")).status).toBe(401);
    expect((await admin.get(`/api/user/${userId}`)).status).toBe(404);
    const gone = [mine.site.shorturl, mine.shop.shorturl, mine.qr.link, mine.qr.link.replace("/qr/", "/q/"), rotator];
    const inSms = /http\S+(?=\.$)/.exec(message)?.[0] ?? "";
    for (const url of [...gone, mine.bio.link, inSms, `${server.url}/avatar/${userId}.svg`]) {
      expect([url, (await visit(url)).status]).toEqual([url, 404]);
    }
    expect((await hostVisit(server.url, host, "/spring")).location).toBeUndefined();

    // The address and the names are available again.
    const { data } = await ok<{ data: Id }>(admin.post("/api/user/add", person));
    await ok(admin.delete(`/api/user/${data.id}/delete`));
  });
});
