import { redirect } from "next/navigation";
import { isFresh } from "@/lib/auth/identity-confirmation";
import { readNextPage } from "@/lib/auth/next-path";
import { beginFlow, cookieOf } from "@/lib/auth/provider-flow";
import { ProviderProblem, reportProblem } from "@/lib/auth/provider-problem";
import { findProvider } from "@/lib/auth/providers";
import { clientAddress, currentSession } from "@/lib/auth/session";
import { addShortCookie } from "@/lib/auth/short-cookie";

/** Sends a user to a provider, to log in or, with `?connect`, to connect their account there. */
export async function GET(request: Request, { params }: RouteContext<"/login/with/[provider]">) {
  const provider = findProvider((await params).provider);
  if (!provider) redirect("/login");
  const query = new URL(request.url).searchParams;
  // Another site must not make someone connect an account, which may be the attacker's.
  const ours = request.headers.get("sec-fetch-site") === "same-origin";
  const session = ours && (query.has("connect") || query.has("confirm")) ? await currentSession() : null;
  const connect = query.has("connect") ? session?.self.userId : undefined;
  const confirm = query.has("confirm") ? session?.self.userId : undefined;
  try {
    if (connect && session && !isFresh(session)) throw new ProviderProblem("unconfirmed");
    const next = readNextPage(query.get("confirm") ?? query.get("next"));
    const { url, flow } = await beginFlow(provider, { next, connect, confirm });
    await addShortCookie("provider", flow, cookieOf(flow.state));
    return new Response(null, { status: 303, headers: { Location: url.href, "Cache-Control": "no-store" } });
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    const page = session ? "/dashboard/settings/security" : "/login";
    redirect(reportProblem(error, page, provider, await clientAddress()));
  }
}
