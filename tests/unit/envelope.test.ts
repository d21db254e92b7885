import { createServer } from "node:net";
import pg from "pg";
import { afterEach, expect, it, vi } from "vitest";
import { AppError, refusedField } from "@/lib/contract/errors";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { toRefusal } from "@/lib/http/envelope";
import { db } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/log/log";
import { freePort } from "../support/ports";

vi.spyOn(log, "error").mockImplementation(() => {});
vi.spyOn(log, "warn").mockImplementation(() => {});
afterEach(() => vi.clearAllMocks());

const unavailable = {
  status: 503,
  body: {
    error: 1,
    code: "database_unreachable",
    message: "The service cannot reach its database. Please try again soon.",
  },
};

it.each<[RefusalCode, number, string]>([
  ["body_not_json", 400, "The body is not valid JSON."],
  ["api_key_required", 401, "A valid API key is required to use this service."],
  ["admin_only", 403, "Only administrators can do this."],
  ["nothing_here", 404, "There is nothing at this address."],
  ["alias_taken", 409, "That alias is taken. Please choose another one."],
  ["body_too_large", 413, "The body is larger than 1 MiB."],
  ["body_too_slow", 408, "The body took too long to arrive. Please send the request again, over a faster connection."],
  ["body_type_unknown", 415, "The body must be JSON, with the header Content-Type: application/json, or a form."],
  ["rate_limited", 429, "Too many requests. Please wait before the next one."],
  ["internal_error", 500, "Something went wrong."],
  ["drawing_busy", 503, "Too many images are being created at the moment. Please try again in a few seconds."],
])("the error %s is a %d with its code and sentence", (code, status, message) => {
  expect(toRefusal(new AppError(code), "1")).toEqual({ status, body: { error: 1, code, message } });
  expect(log.error).not.toHaveBeenCalled();
});

it("lists the wrong fields", () => {
  const said = { code: "too_long", message: "This must have at most 8 characters." };
  const body = { error: 1, ...said, errors: [{ path: "url", ...said }] };
  expect(toRefusal(refusedField("url", "too_long", { count: 8 }), "1")).toEqual({ status: 400, body });
});

it("says which methods an address accepts", () => {
  const { status, body } = toRefusal(new AppError("method_not_allowed", { method: "GET" }), "1");
  expect([status, body.message]).toEqual([405, "Use GET for this address."]);
});

it.each([
  new Error("secret"),
  new SyntaxError("Unterminated string in JSON at position 5"),
  Object.assign(new Error("secret"), { code: "23505" }),
  Object.assign(new Error("secret"), { code: "P2002" }),
  "secret",
  undefined,
  null,
])("%s is a plain 500 that shows only the request's ID, and is logged", (error) => {
  const body = { error: 1, code: "internal_error", message: "Something went wrong.", requestId: "the id" };
  expect(toRefusal(error, "the id")).toEqual({ status: 500, body });
  expect(log.error).toHaveBeenCalledTimes(1);
});

it.each(["P2003", "P2018", "P2025", "23503"])(
  "a row that was deleted meanwhile (%s) is a 409, and not our failure",
  (code) => {
    const error = Object.assign(new Error("secret"), { code });
    expect(toRefusal(error, "1")).toEqual({
      status: 409,
      body: { error: 1, code: "deleted_meanwhile", message: expect.stringContaining("deleted") },
    });
    expect(log.error).not.toHaveBeenCalled();
  },
);

it.each(["P2034", "40P01", "40001"])("a conflict with another write (%s) is a 409, and not our failure", (code) => {
  const error = Object.assign(new Error("secret"), { code });
  expect(toRefusal(error, "1")).toEqual({
    status: 409,
    body: { error: 1, code: "changed_meanwhile", message: expect.stringContaining("at the same time") },
  });
  expect(log.error).not.toHaveBeenCalled();
});

it.each(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "08006", "57P01", "57P03", "53300", "P1001"])(
  "an error with the code %s is an outage, also as a cause",
  (code) => {
    const error = Object.assign(new Error("secret"), { code });
    expect(toRefusal(error, "1")).toEqual(unavailable);
    expect(toRefusal(new Error("while reading", { cause: error }), "1")).toEqual(unavailable);
  },
);

/** What a caller gets for a code of each class of SQLSTATE, for Prisma's codes, and for errors of ClickHouse and sockets. */
const outcomes: Record<string, string[]> = {
  database_unreachable: [
    ...[
      "08000",
      "08P01",
      "53000",
      "53200",
      "53300",
      "53400",
      "57000",
      "57P01",
      "57P02",
      "57P03",
      "57P04",
      "58000",
      "58030",
    ],
    ...["58P01", "72000", "F0000", "40003", "XX001", "XX002", "P1001", "P1002", "P1008", "P1011", "P1017", "P2037"],
    ...[
      "EADDRNOTAVAIL",
      "EAI_AGAIN",
      "EHOSTUNREACH",
      "ENETUNREACH",
      "CERT_HAS_EXPIRED",
      "ERR_TLS_CERT_ALTNAME_INVALID",
    ],
    ...["DEPTH_ZERO_SELF_SIGNED_CERT", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "NETWORK_ERROR", "MEMORY_LIMIT_EXCEEDED"],
    ...["TOO_MANY_SIMULTANEOUS_QUERIES", "KEEPER_EXCEPTION"],
  ],
  database_read_only: ["25006", "READONLY", "TABLE_IS_READ_ONLY"],
  database_rejects_service: [
    ...[
      "28000",
      "28P01",
      "3D000",
      "3F000",
      "42501",
      "P1000",
      "P1003",
      "P1010",
      "AUTHENTICATION_FAILED",
      "UNKNOWN_DATABASE",
    ],
  ],
  database_too_slow: ["57014", "57P05", "25P03", "25P04", "TIMEOUT_EXCEEDED"],
  no_space_left: ["53100", "ENOSPC", "EDQUOT", "NOT_ENOUGH_SPACE"],
  locked_too_long: ["55P03"],
  internal_error: [
    ...[
      "03000",
      "0A000",
      "20000",
      "21000",
      "22001",
      "22P02",
      "23502",
      "23514",
      "24000",
      "25001",
      "25P02",
      "34000",
      "38000",
    ],
    ...[
      "39000",
      "42601",
      "42P01",
      "42703",
      "44000",
      "54000",
      "54001",
      "55000",
      "HV000",
      "P0001",
      "XX000",
      "P2002",
      "ENOENT",
    ],
    ...["UNKNOWN_TABLE", "SYNTAX_ERROR"],
  ],
};

it("knows ClickHouse's errors by their type", () => {
  const error = Object.assign(new Error("secret"), { code: "243", type: "NOT_ENOUGH_SPACE" });
  expect(toRefusal(error, "1").body.code).toBe("no_space_left");
});

it.each(Object.entries(outcomes))("gives %s for the errors that mean it", (code, causes) => {
  for (const cause of causes) {
    const plain = Object.assign(new Error("secret"), { code: cause });
    const driverAdapterError = { cause: { originalCode: cause, kind: "postgres" } };
    const prisma = Object.assign(new Error("secret"), { code: "P2010", meta: { driverAdapterError } });
    for (const error of [plain, prisma]) {
      const { status, body } = toRefusal(error, "1");
      expect([cause, status, body.code]).toEqual([cause, code === "internal_error" ? 500 : 503, code]);
    }
  }
});

it.each([
  // What poolers and a database that refuses connections say. Their codes also mean other things.
  { severity: "FATAL", code: "XX000", message: "Tenant or user not found" },
  { severity: "FATAL", code: "25P02", message: "sorry" },
  { severity: "ERROR", code: "55000", message: 'database "signpost" is not currently accepting connections' },
  { message: "Client has encountered a connection error and is not queryable" },
  { message: "The server does not support SSL connections" },
])("takes %j for an outage", (error) => {
  expect(toRefusal(Object.assign(new Error(error.message), error), "1")).toEqual(unavailable);
});

it("does not loop on cyclic causes", () => {
  const error = new Error("secret");
  error.cause = error;
  expect(toRefusal(error, "1").status).toBe(500);
});

/** The error that a real client throws on a real socket. */
const thrownAt = async (port: number, run: (connectionString: string) => Promise<unknown>) =>
  run(`postgresql://nobody@127.0.0.1:${port}/none`).then(
    () => {
      throw new Error("it answered");
    },
    (error: unknown) => error,
  );

async function query(connectionString: string): Promise<void> {
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 500 });
  pool.on("error", () => undefined);
  await pool.query("SELECT 1").finally(() => pool.end());
}

it("recognizes outages of pg: no listener, a broken connection, no response", async () => {
  expect(toRefusal(await thrownAt(await freePort(), query), "1")).toEqual(unavailable);
  for (const behave of [(socket: { destroy(): void }) => socket.destroy(), () => undefined]) {
    const server = createServer(behave).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const error = await thrownAt(address.port, query);
    expect(toRefusal(error, "1")).toEqual(unavailable);
    server.close();
  }
});

it("recognizes an outage of Prisma", async () => {
  const { pool } = await import("@/lib/platform/database/pool");
  pool.options.port = await freePort();
  pool.options.host = "127.0.0.1";
  const error = await db.link.count().catch((thrown: unknown) => thrown);
  expect(toRefusal(error, "1")).toEqual(unavailable);
});

it.each(["53100", "ENOSPC"])("a full disk (%s) is a 503 that says so, also inside Prisma's error", (code) => {
  const plain = Object.assign(new Error("could not extend file"), { code });
  const wrapped = Object.assign(new Error("wrapped"), { meta: { driverAdapterError: { cause: { code } } } });
  for (const error of [plain, wrapped]) {
    const { status, body } = toRefusal(error, "id");
    expect([status, body.message]).toEqual([503, expect.stringMatching(/disk is full/)]);
  }
});
