import { redirect } from "next/navigation";
import { connectIdentity, userOf } from "@/lib/account/identities";
import { finishFlow, ProviderProblem } from "@/lib/auth/provider-flow";
import { providerOf } from "@/lib/auth/providers";
import { currentActor } from "@/lib/auth/session";
import { forget, kept } from "@/lib/auth/short-cookie";
import { letIn } from "../../../../let-in";

/** Where a provider sends people back to. */
export async function GET(request: Request, { params }: RouteContext<"/login/with/[provider]/callback">) {
  const provider = providerOf((await params).provider);
  if (!provider) redirect("/login");
  const flow = await kept("provider");
  await forget("provider");
  const page = flow?.connect ? "/dashboard/settings" : "/login";
  let userId: number;
  try {
    if (flow?.provider !== provider.id) throw new ProviderProblem("late");
    const profile = await finishFlow(provider, flow, new URL(request.url).search);
    if (flow.connect) {
      const actor = await currentActor();
      if (actor?.userId !== flow.connect) throw new ProviderProblem("late");
      await connectIdentity(actor, provider, profile);
      redirect(page);
    }
    userId = await userOf(provider, profile);
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    redirect(error.on(page, provider));
  }
  return letIn(userId, flow.next);
}
