import { clientAddress, signIn } from "@/lib/auth/session";
import { consumeSsoToken } from "@/lib/auth/sso";
import { describeVisit, robotOf } from "@/lib/clicks/classify/visit";

// Programs that people run on purpose, although they count as bots elsewhere. A program that fetches a URL by itself,
// such as a link preview, has another name.
const tools = /headless(?=chrome)|^(axios|curl|go-http-client|httpie|node(-fetch)?|okhttp|python-\w+|undici|wget)\b/i;

/** Logs in the person who opens the URL. For a prefetch or a used URL, it responds with a page instead. */
export async function GET(request: Request, { params }: RouteContext<"/login/sso/[token]">) {
  const { token } = await params;
  const userId = looksAhead(request) ? null : await consumeSsoToken(token, await clientAddress());
  if (userId !== null) await signIn(userId, {});
  const path = userId === null ? `/login/sso/${encodeURIComponent(token)}/confirm` : "/dashboard";
  return new Response(null, { status: 303, headers: { Location: path, "Cache-Control": "no-store" } });
}

function looksAhead({ method, headers }: Request): boolean {
  const visit = describeVisit({ method, headers: Object.fromEntries(headers) }, "");
  return robotOf({ ...visit, language: undefined, userAgent: visit.userAgent.replace(tools, "") }) !== null;
}
