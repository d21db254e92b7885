import * as oidc from "openid-client";
import { baseUrl } from "@/lib/platform/env";
import { detailsOf, ProviderProblem } from "./provider-problem";
import type { Profile, Provider } from "./providers";

/** The state of a log-in at a provider, from sending the user there until they return. */
export interface ProviderFlow {
  provider: Provider["id"];
  state: string;
  nonce: string;
  verifier: string;
  next?: string;
  /** the logged-in user who wants to connect the provider; without one, it is a log-in */
  connect?: number;
  /** the logged-in user who wants to confirm their identity */
  confirm?: number;
}

/** Returns the id of the cookie that keeps a log-in with this state. */
export const cookieOf = (state: string) => state.slice(0, 16);

const callbackOf = (provider: Provider) => `${baseUrl()}/login/with/${provider.id}/callback`;

/** Returns where to send the user, and the state to keep until they return. */
export async function beginFlow(provider: Provider, how: Pick<ProviderFlow, "next" | "connect" | "confirm">) {
  const config = await provider.configure().catch((error) => failed(error));
  const flow: ProviderFlow = {
    ...how,
    provider: provider.id,
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  };
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: callbackOf(provider),
    scope: provider.scope,
    state: flow.state,
    ...(provider.openId && { nonce: flow.nonce }),
    code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: "S256",
    // A user who is still logged in there must log in again, or it would confirm nothing.
    ...(how.confirm && { prompt: provider.id === "oidc" ? "login" : "select_account" }),
  });
  return { url, flow };
}

/** Returns the profile of the user who came back, from the query of the callback. Throws a `ProviderProblem`. */
export async function finishFlow(provider: Provider, flow: ProviderFlow, query: string): Promise<Profile> {
  try {
    const config = await provider.configure();
    const tokens = await oidc.authorizationCodeGrant(config, new URL(callbackOf(provider) + query), {
      expectedState: flow.state,
      pkceCodeVerifier: flow.verifier,
      ...(provider.openId && { expectedNonce: flow.nonce }),
    });
    return storable(await provider.read(config, tokens));
  } catch (error) {
    if (error instanceof oidc.AuthorizationResponseError && error.error === "access_denied")
      throw new ProviderProblem("declined", detailsOf(error));
    return failed(error);
  }
}

/** What Postgres cannot store: a NUL, and half of a surrogate pair. */
const unstorable = /[\0\p{Cs}]/gu;
const MOST_OF_LABEL = 254;

/** Returns the profile with a name that can be stored. A changed subject would be another person's. */
function storable(profile: Profile): Profile {
  if (profile.subject.search(unstorable) !== -1) throw new Error("the subject has characters that cannot be stored");
  const label = profile.label.replace(unstorable, "").slice(0, MOST_OF_LABEL).toWellFormed();
  return { ...profile, label: label || profile.subject };
}

function failed(error: unknown): never {
  throw new ProviderProblem("failed", detailsOf(error));
}
