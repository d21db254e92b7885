import { redirect } from "next/navigation";
import { beginFlow, ProviderProblem } from "@/lib/auth/provider-flow";
import { providerOf } from "@/lib/auth/providers";
import { currentActor } from "@/lib/auth/session";
import { keep } from "@/lib/auth/short-cookie";

/** Sends somebody to a provider, to log in or, with `?connect`, to let an account there log them in from now on. */
export async function GET(request: Request, { params }: RouteContext<"/login/with/[provider]">) {
  const provider = providerOf((await params).provider);
  if (!provider) redirect("/login");
  const query = new URL(request.url).searchParams;
  // Another site must not have somebody connect an account, which may not be their own.
  const connects = query.has("connect") && request.headers.get("sec-fetch-site") === "same-origin";
  const connect = connects ? (await currentActor())?.userId : undefined;
  try {
    const { url, flow } = await beginFlow(provider, { next: query.get("next") ?? undefined, connect });
    await keep("provider", flow);
    return new Response(null, { status: 303, headers: { Location: url.href, "Cache-Control": "no-store" } });
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    redirect(error.on(connect ? "/dashboard/settings" : "/login", provider));
  }
}
