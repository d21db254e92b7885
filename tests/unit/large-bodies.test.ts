import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { checkActionBody } from "@/lib/http/action-body";
import type { ApiRequest } from "@/lib/http/api-request";
import { readOperationInput } from "@/lib/http/input";
import { parseInTurn } from "@/lib/http/large-bodies";
import { addLink } from "@/lib/resources/links/operations";

const SMALL = 64 * 1024;
const LARGE = SMALL + 1;

/** A client at an address that stays until it is answered. */
const at = (address: string) => ({ address, signal: new AbortController().signal });

/** Keeps the thread busy. */
function work(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

it("parses large bodies in turn, with a pause of three times as long after each, and small ones at once", async () => {
  const turns: { name: string; begun: number; ended: number }[] = [];
  const parse = (name: string, bytes: number) =>
    parseInTurn(at("192.0.2.1"), bytes, () => {
      const begun = performance.now();
      work(10);
      turns.push({ name, begun, ended: performance.now() });
      return name;
    });
  const large = ["first", "second", "third"].map((name) => parse(name, LARGE));
  expect(await parse("small", SMALL)).toBe("small");
  expect(await Promise.all(large)).toEqual(["first", "second", "third"]);
  const inTurn = turns.filter(({ name }) => name !== "small");
  expect(inTurn.map(({ name }) => name)).toEqual(["first", "second", "third"]);
  expect(turns.findIndex(({ name }) => name === "small")).toBeLessThan(
    turns.findIndex(({ name }) => name === "second"),
  );
  for (const [index, { begun }] of inTurn.entries()) {
    const before = inTurn[index - 1];
    // A timer of Node may fire up to a millisecond early. A pause takes at most 100 ms.
    if (before) expect(begun - before.ended).toBeGreaterThan(Math.min(100, 3 * (before.ended - before.begun)) - 2);
  }
});

it("goes on after a body that cannot be parsed", async () => {
  const failed = parseInTurn(at("192.0.2.1"), LARGE, () => {
    throw new SyntaxError("no JSON");
  });
  await expect(failed).rejects.toThrow(SyntaxError);
  expect(await parseInTurn(at("192.0.2.1"), LARGE, async () => "parsed")).toBe("parsed");
});

/** Occupies the turn of large bodies until `end` is called. */
async function occupyTurn(): Promise<{ end: () => void; first: Promise<void> }> {
  let end = () => {};
  let first = Promise.resolve();
  await new Promise<void>((begun) => {
    first = Promise.resolve(
      parseInTurn(at("192.0.2.1"), LARGE, () => {
        begun();
        return new Promise<void>((resolve) => (end = resolve));
      }),
    );
  });
  return { end, first };
}

it("refuses a further large body of an address of which 32 wait, and serves other addresses", async () => {
  const { end, first } = await occupyTurn();
  const waiting = Array.from({ length: 32 }, () => parseInTurn(at("192.0.2.1"), LARGE, () => undefined));
  const refused = parseInTurn(at("192.0.2.1"), LARGE, () => undefined);
  await expect(refused).rejects.toMatchObject({ code: "too_busy", kind: "unavailable" });
  expect(await parseInTurn(at("192.0.2.1"), SMALL, () => "small")).toBe("small");
  const other = parseInTurn(at("192.0.2.2"), LARGE, () => "other");
  end();
  await Promise.all([first, ...waiting]);
  expect(await other).toBe("other");
});

it("does not parse the body of a client that has left, and gives its place to the next", async () => {
  const { end, first } = await occupyTurn();
  const leaving = new AbortController();
  let parsed = 0;
  const parse = () => parsed++;
  const left = parseInTurn({ address: "192.0.2.1", signal: leaving.signal }, LARGE, parse);
  const waiting = Array.from({ length: 31 }, () => parseInTurn(at("192.0.2.1"), LARGE, parse));
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: "body_broke_off" });
  const next = parseInTurn(at("192.0.2.1"), LARGE, () => "next");
  end();
  await Promise.all([first, ...waiting]);
  expect(await next).toBe("next");
  expect(parsed).toBe(31);
});

it("is used for the bodies of server actions", async () => {
  const { end, first } = await occupyTurn();
  const { signal } = new AbortController();
  const body = JSON.stringify(["x".repeat(LARGE)]);
  const checks = Array.from({ length: 33 }, () => checkActionBody(actionRequest("192.0.2.1", body), signal));
  await expect(Promise.race(checks)).rejects.toMatchObject({ code: "too_busy" });
  await checkActionBody(actionRequest("192.0.2.1", "[]"), signal);
  end();
  const results = await Promise.allSettled([first, ...checks]);
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(1);
});

/** A request with a server action's arguments, as the process that answers visitors passes it on. */
function actionRequest(address: string, body: string): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers = { "next-action": "0", "content-type": "text/plain", "x-client-address": address };
  request.push(body);
  request.push(null);
  request.complete = true;
  return request;
}

it("is used for the bodies of API requests", async () => {
  const headers = new Headers({ "content-type": "application/json" });
  const read = async (length: number) => {
    const body = Readable.from([Buffer.from(JSON.stringify({ title: "x".repeat(length) }))]);
    const { signal } = new AbortController();
    const request = { url: "http://localhost/api/url/add", headers, body, signal } as unknown as ApiRequest;
    return (await readOperationInput(addLink, request, {})).body;
  };
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => read(LARGE)));
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: "too_busy" });
  expect(await read(10)).toEqual({ title: "x".repeat(10) });
});
