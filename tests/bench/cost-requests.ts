import { Agent, request as send } from "node:http";
import type { Operation } from "@/lib/contract/operation";
import { api } from "../support/api";
import { bodies, type Caller, callerWith, uniqueText } from "../support/caller";
import { addressOf, callOf } from "../support/calls";
import type { TestServer } from "../support/server";

/** A valid call of an operation, ready to be sent. */
export interface Prepared {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** Reads are sent again and again. Other requests need something new to change each time. */
const REPEATED = 400;
const PREPARED = 24;
/** An account may make a few archives. */
const ARCHIVE = "/api/account/archive";

/** Returns calls of an operation by users whose keys are cached, as those of clients that call often are. */
export async function prepareCalls(server: TestServer, operation: Operation, atMost = REPEATED): Promise<Prepared[]> {
  const isRepeated = operation.method === "GET" && operation.path !== ARCHIVE;
  if (isRepeated) return new Array(atMost).fill(await prepareCall(server, operation));
  const prepared: Prepared[] = [];
  while (prepared.length < Math.min(atMost, PREPARED)) prepared.push(await prepareCall(server, operation));
  return prepared;
}

interface Users {
  data: { id: number; email: string; apikey: string }[];
}

/** Creates a user on the Pro plan over the API: only tests can load the service's own functions. */
async function newUser(server: TestServer): Promise<{ id: number; email: string; key: string }> {
  const { get, post } = api(server, server.adminKey);
  const { email, ...body } = bodies.user(uniqueText);
  await post("/api/user/add", { ...body, email, planid: 2, expiration: "2037-01-31 18:00:00" });
  const { body: found } = await get<Users>(`/api/users?email=${email}`);
  const [user] = found.data;
  if (!user) throw new Error(JSON.stringify(found));
  return { id: user.id, email, key: user.apikey };
}

/** The administrator for operations that need one, otherwise a new user. */
async function callerOf(server: TestServer, { access }: Operation): Promise<Caller> {
  const { key, email } =
    access === "admin" ? { key: server.adminKey, email: server.adminEmail } : await newUser(server);
  return callerWith(server, key, email, () => newUser(server));
}

async function prepareCall(server: TestServer, operation: Operation): Promise<Prepared> {
  const caller = await callerOf(server, operation);
  const call = await callOf(operation, caller);
  const headers: Record<string, string> = { authorization: `Bearer ${caller.key}` };
  await fetch(`${server.url}/api/tags`, { headers }).then((response) => response.arrayBuffer());
  const url = server.url + addressOf(operation, call);
  if (!call.body) return { method: operation.method, url, headers };
  const body = JSON.stringify(call.body);
  headers["content-type"] = "application/json";
  headers["content-length"] = String(Buffer.byteLength(body));
  return { method: operation.method, url, headers, body };
}

/** Sends requests over `connections` kept connections. Throws if one is refused. Returns the bytes that came back. */
export async function sendAll(prepared: Prepared[], connections: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const left = prepared.values();
  let bytes = 0;
  const sendNext = async () => {
    for (const one of left) bytes += await answerTo(one, agent);
  };
  try {
    await Promise.all(Array.from({ length: connections }, sendNext));
  } finally {
    agent.destroy();
  }
  return bytes;
}

const answerTo = ({ method, url, headers, body }: Prepared, agent: Agent): Promise<number> =>
  new Promise((done, fail) => {
    const sent = send(url.replace("localhost", "127.0.0.1"), { method, headers, agent }, (response) => {
      const { socket } = response;
      const before = counted.get(socket) ?? 0;
      response.resume().on("end", () => {
        if ((response.statusCode ?? 500) >= 400) fail(new Error(`${method} ${url}: ${response.statusCode}`));
        counted.set(socket, socket.bytesRead);
        done(socket.bytesRead - before);
      });
    });
    sent.on("error", fail).end(body);
  });

/** What had been read from each connection when its last answer ended. */
const counted = new WeakMap<object, number>();
