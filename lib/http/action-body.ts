import type { IncomingMessage } from "node:http";
import { BODY_WITHIN_MS, FILE_WITHIN_MS } from "@/lib/contract/body/body";
import { AppError } from "@/lib/contract/errors";
import { assertBoundedJson } from "@/lib/contract/input-bounds";
import { addressFromServer } from "@/lib/platform/network/client-address";
import { parseInTurn } from "./large-bodies";

/** The limit for an action's body in next.config.ts. Next refuses longer bodies. */
const maxBytes = 1_126_400;
const maxFields = 500;
const maxHeadBytes = 2_000;

/** Returns whether a page's request calls a server action, with its arguments in the body. */
export const callsAction = ({ method, headers }: IncomingMessage): boolean =>
  method === "POST" &&
  ("next-action" in headers || headers["content-type"]?.startsWith("multipart/form-data") === true);

/**
 * Refuses malformed arguments of an action before React reads them, because React parses them recursively and logs a
 * stack when it fails. The request's body can be read again afterwards. If a request calls an action, a body over the
 * limit is refused. Without an action, it is a file for a route. `signal` aborts when the client has left.
 */
export async function checkActionBody(request: IncomingMessage, signal: AbortSignal): Promise<void> {
  const tooLong = () => {
    if ("next-action" in request.headers) throw new AppError("body_too_large");
  };
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return tooLong();
  const body = await peekBody(request);
  if (body.length > maxBytes) return tooLong();
  const type = request.headers["content-type"] ?? "";
  await parseInTurn({ address: addressFromServer(request), signal }, body.length, () =>
    type.startsWith("multipart/form-data") ? checkFields(body, type) : checkJson(body),
  );
}

function checkJson(bytes: Uint8Array): void {
  assertBoundedJson(bytes);
  try {
    JSON.parse(Buffer.from(bytes).toString());
  } catch {
    throw new AppError("body_not_json");
  }
}

/**
 * Checks the fields of a form. Arguments are in fields whose names are numbers, or in `$ACTION_1:0` if the form was
 * sent without JavaScript.
 */
function checkFields(body: Buffer, type: string): void {
  const boundary = /boundary="?([^";]{1,100})/.exec(type)?.[1];
  if (!boundary) throw malformed();
  const delimiter = `--${boundary}`;
  let fields = 0;
  for (let start = body.indexOf(delimiter); start !== -1; ) {
    const end = body.indexOf(delimiter, start + delimiter.length);
    if (end === -1) return;
    const headEnd = body.indexOf("\r\n\r\n", start);
    if (headEnd === -1 || headEnd > end || headEnd - start > maxHeadBytes) throw malformed();
    if (++fields > maxFields) throw new AppError("form_too_many_fields", { count: maxFields });
    const head = body.subarray(start + delimiter.length, headEnd).toString();
    const isArgument = /\sname="?(\d+|\$ACTION_\d+:\d+)"?(?:[\s;]|$)/.test(head) && !/\sfilename\*?=/.test(head);
    if (isArgument) checkJson(body.subarray(headEnd + 4, end));
    start = end;
  }
}

const malformed = () => new AppError("form_malformed");

/** The property that `stream.isDisturbed` reads. It is reset, because the data was put back into the stream. */
const disturbed = Symbol.for("nodejs.stream.disturbed");

/**
 * Returns the request's body, or its beginning if it is longer than an action's may be. The body can be read again.
 * Throws `body_too_slow` if it takes too long to arrive.
 */
export function peekBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const isFile = Number(request.headers["content-length"] ?? 0) > maxBytes;
    const chunks: Buffer[] = [];
    let size = 0;
    const end = () => {
      clearTimeout(timer);
      request.off("readable", take).off("close", brokeOff).off("error", brokeOff);
    };
    const brokeOff = () => {
      end();
      reject(new AppError("body_broke_off"));
    };
    const take = () => {
      while (request.readableLength > 0) {
        const chunk: Buffer = request.read();
        chunks.push(chunk);
        size += chunk.length;
      }
      if (!request.complete && size <= maxBytes) return;
      end();
      const body = Buffer.concat(chunks);
      // The stream has not emitted its end yet (it does so in the next tick), so the body can be put back.
      if (size > 0) request.unshift(body);
      // The Request of a route handler would refuse a body that was read partly.
      Reflect.set(request, disturbed, false);
      resolve(body);
    };
    const late = () => {
      end();
      reject(new AppError("body_too_slow"));
    };
    const timer = setTimeout(late, isFile ? FILE_WITHIN_MS : BODY_WITHIN_MS).unref();
    request.on("readable", take).once("close", brokeOff).once("error", brokeOff);
    take();
  });
}
