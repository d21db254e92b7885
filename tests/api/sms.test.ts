import twilioLibrary from "twilio";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { storedRefusalIn } from "@/lib/contract/refusals";
import { api } from "../support/api";
import { hostedFetch } from "../support/hosted";
import type { Failure } from "../support/links";
import { ownerOf } from "../support/owner";
import { type ServerAddress, startServer, type TestServer } from "../support/server";
import { importFor } from "../support/services";
import { connected, sql } from "../support/sql";
import { startTwilio, type TestTwilio } from "../support/twilio";
import { newUser } from "../support/users";
import { eventually } from "../support/wait";

interface Message {
  from: string;
  to: string;
  status: string;
  message: string;
  date: string;
}

interface List {
  error: number;
  result: number;
  perpage: number;
  currentpage: number;
  nextpage: number | null;
  maxpage: number;
  list: Message[];
}

const [from, otherFrom] = ["+15005550006", "+15005550010"];
const [berlin, paris, rome] = ["+4915112345678", "+33612345678", "+393123456789"];
/** A number that does not exist, in Twilio's tests and in the sandbox. */
const nobody = "+15005550001";

/** Users of this server have the sandbox. */
const sandboxed = inject("server");

async function smsUser(server: ServerAddress, { admin = false } = {}) {
  const user = await newUser(server, { admin });
  const client = api(server, user.key);
  return {
    user,
    client,
    send: (body: object) => client.post<Failure>("/api/sms/send", { from, to: [berlin], message: "Hello", ...body }),
    numbers: () => client.get<Failure & { numbers: string[] }>("/api/sms/numbers"),
    list: async (query = "") => (await client.get<List>(`/api/sms/messages${query}`)).body,
    links: async () =>
      (await client.get<{ data: { result: number; urls: { shorturl: string; longurl: string }[] } }>("/api/urls")).body
        .data.urls,
  };
}

type SmsUser = Awaited<ReturnType<typeof smsUser>>;

describe("in the sandbox", () => {
  it("GET /api/sms/numbers returns two numbers", async () => {
    const { numbers } = await smsUser(sandboxed);
    expect((await numbers()).body).toEqual({ error: 0, numbers: [from, otherFrom] });
  });

  it("POST /api/sms/send creates a message per number, which is sent and then delivered", async () => {
    const user = await smsUser(sandboxed);
    await connected(sandboxed, async (client) => {
      // Messages are delivered a second later, and a busy machine may ask too late, so this lock holds them back.
      const hold = `hold_messages_of_${user.user.id}`;
      await client.query(`SELECT pg_advisory_lock(hashtext('${hold}'))`);
      await client.query(`
        CREATE FUNCTION ${hold}() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN PERFORM pg_advisory_xact_lock(hashtext('${hold}')); RETURN NEW; END $$;
        CREATE TRIGGER ${hold} BEFORE UPDATE ON sms_messages
          FOR EACH ROW WHEN (NEW.user_id = ${user.user.id} AND NEW.status = 'delivered') EXECUTE FUNCTION ${hold}()`);
      const { status, body } = await user.send({ to: [berlin, paris] });
      expect([status, body]).toEqual([200, { error: 0, message: "2 messages have been sent." }]);
      const { list } = await user.list();
      expect(list.map(({ to }) => to)).toEqual([paris, berlin]);
      expect(list[0]).toEqual({
        from,
        to: paris,
        status: "sent",
        message: "Hello",
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      });
      await client.query(`SELECT pg_advisory_unlock(hashtext('${hold}'))`);
      await client.query(`DROP TRIGGER ${hold} ON sms_messages; DROP FUNCTION ${hold}`);
    });
    await eventually(async () => {
      expect((await user.list()).list.map((message) => message.status)).toEqual(["delivered", "delivered"]);
    });
  });

  it("reports how many were sent if one fails, and continues with the others", async () => {
    const user = await smsUser(sandboxed);
    const { status, body } = await user.send({ to: [berlin, nobody, paris] });
    expect([status, body.message]).toEqual([
      200,
      `2 of 3 messages have been sent. ${nobody}: The number ${nobody} is not a valid phone number.`,
    ]);
    expect((await user.list(`?number=${encodeURIComponent(nobody)}`)).list[0]?.status).toBe("failed");
    const alone = await user.send({ to: [nobody] });
    expect([alone.status, alone.body.error, alone.body.errors?.[0]?.path]).toEqual([400, 1, "to"]);
    expect((await user.list()).result).toBe(4);
  });

  it("sends once to a number that is in `to` twice, with any spaces", async () => {
    const user = await smsUser(sandboxed);
    expect(
      (await user.send({ to: ["+49 151 1234-5678", "+49 (0)151 12345678", "0049 (0) 151 12345678", berlin] })).body
        .message,
    ).toBe("The message has been sent.");
    expect((await user.list()).list.map(({ to }) => to)).toEqual([berlin]);
  });

  it("accepts 100 numbers", async () => {
    const user = await smsUser(sandboxed);
    const to = Array.from({ length: 100 }, (_, index) => `+49151123456${String(index).padStart(2, "0")}`);
    expect((await user.send({ to })).body.message).toBe("100 messages have been sent.");
    expect((await user.list()).result).toBe(100);
  });

  it.each([
    ["no `from`", { from: undefined }, "from"],
    ["a `from` that is no number", { from: "Signpost" }, "from"],
    ["a `from` that is not the account's", { from: berlin }, "from"],
    ["a number as `from`", { from: 15005550006 }, "from"],
    ["no `to`", { to: undefined }, "to"],
    ["an empty `to`", { to: [] }, "to"],
    ["a text as `to`", { to: berlin }, "to"],
    ["101 numbers", { to: Array(101).fill(berlin) }, "to"],
    ["a number without its country", { to: [berlin, "015112345678"] }, "to.1"],
    ["a number that is too short", { to: ["+491"] }, "to.0"],
    ["a number with an extension", { to: ["+4915112345678;ext=5"] }, "to.0"],
    ["words as a number", { to: ["call me on +4915112345678"] }, "to.0"],
    ["no `message`", { message: undefined }, "message"],
    ["an empty `message`", { message: "" }, "message"],
    ["a `message` of blanks", { message: " \n " }, "message"],
    ["an endless `message`", { message: "x".repeat(8193) }, "message"],
    ["a `message` over 1,600 characters", { message: "x".repeat(1601) }, "message"],
    ["a list as `message`", { message: ["Hello"] }, "message"],
    ["half a character in `message`", { message: "\ud83d" }, "message"],
  ])("rejects %s with 400, and sends nothing", async (_, sent, path) => {
    const user = await smsUser(sandboxed);
    const { status, body } = await user.send(sent);
    expect([status, body.error, body.errors?.[0]?.path]).toEqual([400, 1, path]);
    expect((await user.list()).result).toBe(0);
  });
});

describe("GET /api/sms/messages", () => {
  let user: SmsUser;
  beforeAll(async () => {
    user = await smsUser(sandboxed);
    await user.send({ to: [berlin, paris], message: "first" });
    await user.send({ from: otherFrom, to: [berlin, rome, from], message: "second" });
  });

  it("has its counters at the top, its items in `list`, and null for the page after the last", async () => {
    const { list, ...counters } = await user.list("?limit=2");
    expect(counters).toEqual({
      ...{ error: 0, result: 5, resultexact: true, perpage: 2, currentpage: 1, nextpage: 2, maxpage: 3 },
      nextcursor: expect.any(String),
    });
    expect(list.map(({ to }) => to)).toEqual([from, rome]);
    expect(await user.list("?limit=2&page=3")).toMatchObject({ nextpage: null, list: [{ to: berlin }] });
    expect(await user.list("?limit=2&page=9")).toMatchObject({ nextpage: null, currentpage: 9, list: [] });
    expect(await (await smsUser(sandboxed)).list()).toMatchObject({ result: 0, maxpage: 1, nextpage: null, list: [] });
  });

  it("finds messages from or to a number, with its plus escaped, unescaped or left out", async () => {
    const shown = async (number: string) =>
      (await user.list(`?number=${number}`)).list.map(({ from, to }) => [from, to]);
    expect(await shown(encodeURIComponent(berlin))).toEqual([
      [otherFrom, berlin],
      [from, berlin],
    ]);
    for (const number of [encodeURIComponent(from), from, from.slice(1)]) {
      expect(await shown(number)).toEqual([
        [otherFrom, from],
        [from, paris],
        [from, berlin],
      ]);
    }
    expect(await shown("%2B4930123456")).toEqual([]);
    expect((await user.list("?number=")).result).toBe(5);
  });

  it("rejects a filter that is not a number with 400", async () => {
    const { status, body } = await user.client.get<Failure>("/api/sms/messages?number=nobody");
    expect([status, body.errors?.[0]?.path]).toEqual([400, "number"]);
  });

  it("does not show other users' messages", async () => {
    expect((await (await smsUser(sandboxed)).list(`?number=${encodeURIComponent(berlin)}`)).list).toEqual([]);
  });
});

describe("links in a message", () => {
  it("become links of the user, each URL once, and the rest of the text stays", async () => {
    const user = await smsUser(sandboxed);
    const message = "Sale (https://example.com/a?b=1). Again: HTTPS://EXAMPLE.com/a?b=1! Also “http://example.org/ü”…";
    expect((await user.send({ to: [berlin, paris], message })).status).toBe(200);
    const links = await user.links();
    expect(links.map(({ longurl }) => longurl)).toEqual(["http://example.org/%C3%BC", "https://example.com/a?b=1"]);
    const [second, first] = links.map(({ shorturl }) => shorturl);
    const expected = `Sale (${first}). Again: ${first}! Also “${second}”…`;
    expect((await user.list()).list.map((sent) => sent.message)).toEqual([expected, expected]);
  });

  it("stay if they are already short links of this service", async () => {
    const user = await smsUser(sandboxed);
    const made = { url: "https://example.com/", custom: `sms-${user.user.id}` };
    const { body } = await user.client.post<{ shorturl: string }>("/api/url/add", made);
    const branded = `brand${user.user.id}.example.com`;
    expect((await user.client.post("/api/domain/add", { domain: branded })).status).toBe(200);
    const message = `${body.shorturl}, http://${branded}/abc and ${sandboxed.url}/q/abc`;
    expect((await user.send({ message })).status).toBe(200);
    expect((await user.list()).list[0]?.message).toBe(message);
    expect(await user.links()).toHaveLength(1);
  });

  it("can make a message short enough, and count in their short form", async () => {
    const user = await smsUser(sandboxed);
    const long = `https://example.com/${"x".repeat(2000)}`;
    expect((await user.send({ message: `Look: ${long}` })).status).toBe(200);
    const refused = await user.send({ message: Array.from({ length: 100 }, (_, i) => `http://a.b/${i}`).join(" ") });
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, "message"]);
    expect(await user.links()).toHaveLength(1);
  });

  it("that cannot be shortened reject the whole message: no link is created, nothing is sent", async () => {
    const user = await smsUser(sandboxed);
    const message = "https://example.com/fine and https://me:word@example.com/";
    const { status, body } = await user.send({ message });
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          path: "message",
          code: "sms_link_refused",
          message: "A link in this message cannot be shortened. The address must not contain a user name or password.",
        },
      ],
    ]);
    expect([await user.links(), (await user.list()).result]).toEqual([[], 0]);
  });
});

describe("a plan's limit of links", () => {
  it("applies to links in messages, too: a message above it is rejected with 403, and leaves no link", async () => {
    const user = await smsUser(sandboxed);
    const plan = `INSERT INTO plans (name, limits) SELECT $1, jsonb_set(limits, '{links}', '2') FROM plans WHERE free RETURNING id`;
    const [row] = await sql<{ id: number }>(sandboxed, plan, [`two links ${user.user.username}`]);
    await sql(sandboxed, "UPDATE users SET plan_id = $1 WHERE id = $2", [row?.id, user.user.id]);
    const three = "http://example.com/1 http://example.com/2 http://example.com/3";
    const { status, body } = await user.send({ message: three });
    expect([status, body.message]).toEqual([403, expect.stringContaining("allows 2 links")]);
    expect([await user.links(), (await user.list()).result]).toEqual([[], 0]);
    expect((await user.send({ message: "http://example.com/1 http://example.com/2" })).status).toBe(200);
    expect(await user.links()).toHaveLength(2);
  });
});

describe("with a Twilio account", () => {
  let twilio: TestTwilio;
  let server: TestServer;
  let user: SmsUser;
  let account: typeof import("@/lib/resources/sms/account");
  const actorOf = ({ user: { id } }: SmsUser) => ownerOf(id);
  const link = (owner: SmsUser, authToken = twilio.authToken) =>
    account.linkSmsAccount(actorOf(owner), { accountSid: twilio.accountSid, authToken });

  beforeAll(async () => {
    twilio = await startTwilio();
    process.env.TWILIO_API_URL = twilio.url;
    // With a public address there is no sandbox, and Twilio gets an address to report to.
    server = await startServer({
      env: { TWILIO_API_URL: twilio.url, APP_URL: "https://sign.example", LOG_LEVEL: "debug" },
    });
    user = await smsUser(server);
    account = await importFor(server, () => import("@/lib/resources/sms/account"));
    await link(user);
  });
  afterEach(() => twilio.failures.clear());
  afterAll(async () => {
    await server?.stop();
    await twilio.close();
  });

  it("there is no sandbox on a public service: without an account, the error asks to connect one", async () => {
    const other = await smsUser(server);
    for (const { status, body } of [await other.numbers(), await other.send({})]) {
      expect([status, body.error, body.message]).toEqual([
        400,
        1,
        "Please connect an SMS provider account in Settings first.",
      ]);
    }
  });

  it("the token is stored encrypted, and an invalid account is not stored", async () => {
    const other = await smsUser(server);
    await expect(link(other, "wrong")).rejects.toThrow("Your SMS provider rejected your credentials.");
    expect(await account.linkedSmsAccount(actorOf(other))).toBeNull();
    await link(other);
    expect(await account.linkedSmsAccount(actorOf(other))).toBe(twilio.accountSid);
    const [row] = await sql<{ auth_token: Buffer }>(server, "SELECT auth_token FROM sms_accounts WHERE user_id = $1", [
      other.user.id,
    ]);
    expect(row?.auth_token.includes(twilio.authToken)).toBe(false);
    await account.unlinkSmsAccount(actorOf(other));
    expect((await other.numbers()).status).toBe(400);
  });

  it("the numbers are the account's, from all of Twilio's pages", async () => {
    expect((await user.numbers()).body).toEqual({ error: 0, numbers: twilio.numbers });
  });

  it("messages are sent to Twilio with the shortened text and the address for reports", async () => {
    const { status, body } = await user.send({ from: "+4930123456", message: "Look: https://example.com/page." });
    expect([status, body]).toEqual([200, { error: 0, message: "The message has been sent." }]);
    const [link] = await user.links();
    expect(link?.shorturl).toMatch(/^https:\/\/sign\.example\/\w{7}$/);
    expect(twilio.messages.at(-1)).toMatchObject({
      From: "+4930123456",
      To: berlin,
      Body: `Look: ${link?.shorturl}.`,
      StatusCallback: expect.stringMatching(/^https:\/\/sign\.example\/api\/sms\/callback\?id=\d+$/),
    });
    expect((await user.list()).list[0]).toMatchObject({
      to: berlin,
      status: "sent",
      message: `Look: ${link?.shorturl}.`,
    });
  });

  const unreached = "Your SMS provider cannot be reached at the moment. Please try again later.";
  it.each([
    ["an invalid number", "invalid", "The 'To' number is not a valid phone number."],
    ["429", "busy", "Your SMS provider accepts no more requests at the moment. Please try again in a minute."],
    ["an error of Twilio's", "broken", unreached],
    ["a connection that breaks", "cut", unreached],
    ["no answer for 10 s", "silent", "Your SMS provider did not answer in time. Please try again later."],
  ] as const)("%s fails one message with its reason, and the others are sent", async (_, failure, reason) => {
    twilio.failures.set(paris, failure);
    const { status, body } = await user.send({ to: [berlin, paris, rome] });
    expect([status, body.message]).toEqual([200, `2 of 3 messages have been sent. ${paris}: ${reason}`]);
    expect((await user.list("?limit=3")).list.map((message) => [message.to, message.status])).toEqual([
      [rome, "sent"],
      [paris, "failed"],
      [berlin, "sent"],
    ]);
    const [row] = await sql<{ error: string }>(
      server,
      `SELECT error FROM sms_messages WHERE user_id = $1 AND "to" = $2 ORDER BY id DESC LIMIT 1`,
      [user.user.id, paris],
    );
    expect(storedRefusalIn("en", row?.error ?? "")).toBe(reason);
  });

  it("a message is sent again once if Twilio is too busy", async () => {
    const before = twilio.requests.length;
    twilio.busyFor = 1;
    expect((await user.numbers()).status).toBe(200);
    expect(twilio.requests.length - before).toBe(3);
  });

  it.each([
    [
      "a token that was changed is refused with 400",
      undefined,
      400,
      "Your SMS provider rejected your credentials. Please check them in Settings.",
    ],
    [
      "429 is refused with 503",
      "busy",
      503,
      "Your SMS provider accepts no more requests at the moment. Please try again in a minute.",
    ],
    ["an error of Twilio's is refused with 503", "broken", 503, unreached],
    ["a connection that breaks is refused with 503", "cut", 503, unreached],
    [
      "no answer for 10 s is refused with 503",
      "silent",
      503,
      "Your SMS provider did not answer in time. Please try again later.",
    ],
  ] as const)("%s: no link is created and nothing is sent", async (_, failure, status, message) => {
    const other = await smsUser(server);
    await link(other);
    const token = twilio.authToken;
    if (failure) twilio.failures.set("numbers", failure);
    else twilio.authToken = "changed";
    const answers = await Promise.all([other.numbers(), other.send({ message: "https://example.com/" })]);
    twilio.authToken = token;
    for (const answer of answers)
      expect([answer.status, answer.body.error, answer.body.message]).toEqual([status, 1, message]);
    expect([await other.links(), (await other.list()).result]).toEqual([[], 0]);
  });

  it("if no message could be sent, the request fails with the reason", async () => {
    twilio.failures.set(paris, "invalid").set(rome, "invalid");
    const { status, body } = await user.send({ to: [paris, rome] });
    expect([status, body.error, body.message]).toEqual([
      400,
      1,
      "None of the 2 messages could be sent. The 'To' number is not a valid phone number.",
    ]);
    twilio.failures.set(paris, "cut");
    const cut = await user.send({ to: [paris] });
    expect([cut.status, cut.body.message]).toEqual([503, `The message could not be sent. ${unreached}`]);
  });

  describe("delivery reports", () => {
    /** Sends a message. Returns a function that posts a report like Twilio, and one that reads the message's status. */
    async function reported() {
      await user.send({ to: [berlin] });
      const sent = twilio.messages.at(-1);
      const address = new URL(sent?.StatusCallback ?? "");
      const report = (changes: Record<string, string>, { token = twilio.authToken, id = "" } = {}) => {
        const form = { MessageSid: sent?.sid ?? "", AccountSid: twilio.accountSid, To: berlin, From: from, ...changes };
        const url = new URL(address.pathname + (id ? `?id=${id}` : address.search), server.url);
        const signature = twilioLibrary.getExpectedTwilioSignature(
          token,
          `https://sign.example${url.pathname}${url.search}`,
          form,
        );
        return hostedFetch(url, server.host, {
          method: "POST",
          headers: { "X-Twilio-Signature": signature },
          body: new URLSearchParams(form),
        });
      };
      return { report, status: async () => (await user.list("?limit=1")).list[0]?.status };
    }

    it.each([
      ["queued", "sent"],
      ["sent", "sent"],
      ["delivered", "delivered"],
      ["undelivered", "failed"],
      ["failed", "failed"],
      ["something new", "sent"],
    ])("%s: the message is %s", async (told, expected) => {
      const { report, status } = await reported();
      const response = await report({ MessageStatus: told, ErrorCode: "30003" });
      expect([response.status, await response.text()]).toEqual([204, ""]);
      expect(await status()).toBe(expected);
    });

    it("never change a delivered message back", async () => {
      const { report, status } = await reported();
      for (const sent of ["delivered", "sent", "failed", "undelivered"]) {
        expect((await report({ MessageStatus: sent })).status).toBe(204);
        expect(await status()).toBe("delivered");
      }
      const other = await reported();
      for (const sent of ["failed", "delivered"]) await other.report({ MessageStatus: sent });
      expect(await other.status()).toBe("failed");
    });

    it("are rejected with 403 if their signature is wrong, and change nothing", async () => {
      const { report, status } = await reported();
      const response = await report({ MessageStatus: "delivered" }, { token: "somebody else's" });
      expect([response.status, (await response.json()).error]).toEqual([403, 1]);
      expect(await status()).toBe("sent");
    });

    it("are rejected with 404 for unknown messages, and with 405 for other methods", async () => {
      const { report, status } = await reported();
      for (const id of ["2000000000", "99999999999", "0", "x"]) {
        expect((await report({ MessageStatus: "delivered" }, { id })).status).toBe(404);
      }
      expect((await report({ MessageStatus: "delivered", MessageSid: `SM${"0".repeat(32)}` })).status).toBe(404);
      expect(await status()).toBe("sent");
      const get = await hostedFetch(`${server.url}/api/sms/callback`, server.host);
      expect([get.status, get.headers.get("allow"), (await get.json()).error]).toEqual([405, "POST", 1]);
    });
  });

  it("the log never contains the token", () => {
    expect(server.logs()).toContain("the SMS provider refused a request");
    expect(server.logs()).not.toContain(twilio.authToken);
    expect(server.logs()).not.toContain(Buffer.from(`${twilio.accountSid}:${twilio.authToken}`).toString("base64"));
  });
});
