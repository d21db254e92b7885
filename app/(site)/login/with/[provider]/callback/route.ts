import { redirect } from "next/navigation";
import { logFailedLogIn } from "@/lib/auth/events";
import { isFresh } from "@/lib/auth/identity-confirmation";
import { nextPath } from "@/lib/auth/next-path";
import { cookieOf, finishFlow } from "@/lib/auth/provider-flow";
import { ProviderProblem, reportProblem } from "@/lib/auth/provider-problem";
import { findProvider, isSameIssuer, type Profile, type Provider } from "@/lib/auth/providers";
import { clientAddress, currentSession } from "@/lib/auth/session";
import { confirmSession } from "@/lib/auth/session-rows";
import { clearShortCookie, readShortCookie } from "@/lib/auth/short-cookie";
import { env } from "@/lib/platform/env";
import { applyGroupRoles } from "@/lib/resources/account/group-roles";
import { connectIdentity, listIdentities, userOf } from "@/lib/resources/account/identities";
import { completeLogIn } from "../../../../complete-log-in";

/** The address that providers send users back to. */
export async function GET(request: Request, { params }: RouteContext<"/login/with/[provider]/callback">) {
  const provider = findProvider((await params).provider);
  if (!provider) {
    logFailedLogIn("this provider is not configured", await clientAddress());
    redirect("/login");
  }
  const { search, searchParams } = new URL(request.url);
  const state = searchParams.get("state") ?? "";
  const flow = await readShortCookie("provider", cookieOf(state));
  // Other tabs may have begun other log-ins.
  if (flow?.state === state) await clearShortCookie(flow.cookie);
  const page = flow?.connect || flow?.confirm ? "/dashboard/settings/security" : "/login";
  let userId: number;
  try {
    if (flow?.provider !== provider.id || flow.state !== state) throw new ProviderProblem("late");
    const profile = await finishFlow(provider, flow, search);
    if (flow.connect) {
      const session = await currentSession();
      if (session?.self.userId !== flow.connect) throw new ProviderProblem("late");
      if (!isFresh(session)) throw new ProviderProblem("unconfirmed");
      await connectIdentity(session.self, provider, profile);
      redirect(page);
    }
    if (flow.confirm) {
      await confirmByIdentity(flow.confirm, provider, profile);
      redirect(nextPath(flow.next));
    }
    userId = await userOf(provider, profile);
    if (provider.id === "oidc") await applyGroupRoles(userId, profile.groups, env.OIDC_ROLES ?? []);
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    redirect(reportProblem(error, page, provider, await clientAddress()));
  }
  return completeLogIn(userId, { next: flow.next });
}

/** Records that the user of this browser has just logged in with a connected provider account. */
async function confirmByIdentity(userId: number, { issuer }: Provider, { subject }: Profile): Promise<void> {
  const session = await currentSession();
  if (session?.self.userId !== userId || session.adminSessionId !== null) throw new ProviderProblem("late");
  const identities = await listIdentities(session.self);
  if (!identities.some((known) => isSameIssuer(known.issuer, issuer) && known.subject === subject))
    throw new ProviderProblem("elsewhere");
  await confirmSession(session.sessionId);
}
