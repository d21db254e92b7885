import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIPv4 } from "node:net";

/** The DNS's answer for a name: addresses of both families, an alias (CNAME), texts, no answer, or a failure. */
export type Answer = { addresses: string[] } | { cname: string } | { texts: string[] } | "silence" | "failure";

export interface TestDns {
  /** For `DNS_SERVERS`. */
  address: string;
  /** Answers by name in lower case; may be changed. Other names do not exist. */
  names: Record<string, Answer>;
  /** Each name that was asked for, with the type of record. */
  questions: string[];
  close(): Promise<void>;
}

const types = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 };
/** Ends a loop of CNAMEs. */
const maxRecords = 16;
const failed = 2;
const nameMissing = 3;

/** A recursive name server: it follows CNAMEs to the addresses. */
export async function startDns(names: Record<string, Answer>): Promise<TestDns> {
  const socket = createSocket("udp4");
  const questions: string[] = [];
  socket.on("message", (query, { port, address }) => {
    const { name, type } = questionOf(query);
    questions.push(`${name} ${type}`);
    const response = respond(names, query);
    if (response) socket.send(response, port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const close = async () => {
    socket.close();
    await once(socket, "close");
  };
  return { address: `127.0.0.1:${socket.address().port}`, names, questions, close };
}

function respond(names: Record<string, Answer>, query: Buffer): Buffer | null {
  const { name, type, end } = questionOf(query);
  const records: Buffer[] = [];
  let answer = names[name];
  if (answer === "silence") return null;
  for (let owner = name; typeof answer === "object" && records.length < maxRecords; answer = names[owner]) {
    if ("cname" in answer) {
      records.push(record(owner, types.CNAME, encoded(answer.cname)));
      if (type === types.CNAME) break;
      owner = answer.cname;
    } else if ("texts" in answer) {
      for (const text of answer.texts) {
        if (type === types.TXT)
          records.push(record(owner, type, Buffer.concat([Buffer.of(text.length), Buffer.from(text)])));
      }
      break;
    } else {
      for (const address of answer.addresses) {
        const family = isIPv4(address) ? types.A : types.AAAA;
        if (family === type) records.push(record(owner, family, bytesOf(address)));
      }
      break;
    }
  }
  const header = Buffer.from(query.subarray(0, 12));
  const code = answer === "failure" ? failed : records.length === 0 && names[name] === undefined ? nameMissing : 0;
  // The flags of a recursive answer to one question.
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, query.subarray(12, end), ...records]);
}

function questionOf(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

const encoded = (name: string) =>
  Buffer.concat([...name.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.of(0)]);

function record(owner: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([encoded(owner), fixed, data]);
}

/** An address in the DNS's format. IPv6 may contain `::` once. */
function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split(".").map(Number));
  const [before = [], after] = address.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = after ? Array<string>(8 - before.length - after.length).fill("0") : [];
  const groups = [...before, ...zeros, ...(after ?? [])];
  return Buffer.from(groups.map((group) => group.padStart(4, "0")).join(""), "hex");
}
