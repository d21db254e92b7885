import { redirect } from "next/navigation";
import { isFresh } from "@/lib/auth/fresh";
import { nextPath } from "@/lib/auth/next-path";
import { finishFlow, ProviderProblem } from "@/lib/auth/provider-flow";
import { type Profile, type Provider, providerOf } from "@/lib/auth/providers";
import { currentSession } from "@/lib/auth/session";
import { confirmSession } from "@/lib/auth/session-rows";
import { forget, kept } from "@/lib/auth/short-cookie";
import { connectIdentity, listIdentities, userOf } from "@/lib/resources/account/identities";
import { letIn } from "../../../../let-in";

/** Where a provider sends people back to. */
export async function GET(request: Request, { params }: RouteContext<"/login/with/[provider]/callback">) {
  const provider = providerOf((await params).provider);
  if (!provider) redirect("/login");
  const flow = await kept("provider");
  await forget("provider");
  const page = flow?.connect || flow?.confirm ? "/dashboard/settings" : "/login";
  let userId: number;
  try {
    if (flow?.provider !== provider.id) throw new ProviderProblem("late");
    const profile = await finishFlow(provider, flow, new URL(request.url).search);
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
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    redirect(error.on(page, provider));
  }
  return letIn(userId, flow.next);
}

/** Notes that the user of this browser has just logged in elsewhere, with an account that logs in to this one. */
async function confirmByIdentity(userId: number, { issuer }: Provider, { subject }: Profile): Promise<void> {
  const session = await currentSession();
  if (session?.self.userId !== userId || session.adminSessionId !== null) throw new ProviderProblem("late");
  const identities = await listIdentities(session.self);
  if (!identities.some((known) => known.issuer === issuer && known.subject === subject))
    throw new ProviderProblem("elsewhere");
  await confirmSession(session.sessionId);
}
