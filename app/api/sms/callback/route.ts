import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { readBody } from "@/lib/contract/body/body";
import { AppError } from "@/lib/contract/errors";
import { type ApiRequest, splitUrl } from "@/lib/http/api-request";
import { refuseFromPages } from "@/lib/http/endpoint";
import { toRefusal } from "@/lib/http/envelope";
import { takeReport } from "@/lib/resources/sms/service";

/** Receives Twilio's delivery reports: signed forms, without an API key or rate limit. */
export async function POST(
  request: ApiRequest,
  context: { params?: unknown; outgoing?: ServerResponse },
): Promise<Response> {
  const requestId = randomUUID();
  try {
    refuseFromPages(context);
    if (request.method !== "POST") throw new AppError("method_not_allowed", { method: "POST" });
    const id = new URLSearchParams(splitUrl(request.url).query).get("id") ?? "";
    const form = new URLSearchParams((await readBody(request)).toString("utf8"));
    await takeReport(id, request.headers.get("x-twilio-signature") ?? "", Object.fromEntries(form));
    return new Response(null, { status: 204, headers: { "X-Request-Id": requestId } });
  } catch (error) {
    const { status, body } = toRefusal(error, requestId);
    const headers = { "X-Request-Id": requestId, ...(status === 405 && { Allow: "POST" }) };
    return Response.json(body, { status, headers });
  }
}
