import * as oidc from "openid-client";
import { baseUrl } from "@/lib/platform/env";
import type { Profile } from "./profile";
import { detailsOf, ProviderProblem } from "./provider-problem";
import type { Provider } from "./providers";

/** A log-in at a provider, from the moment when somebody is sent there until they are back. */
export interface ProviderFlow {
  provider: Provider["id"];
  state: string;
  nonce: string;
  verifier: string;
  next?: string;
  /** the signed-in user who wants to be able to log in this way; without one, somebody logs in */
  connect?: number;
  /** the signed-in user who wants to show that it is them */
  confirm?: number;
}

const callbackOf = (provider: Provider) => `${baseUrl()}/login/with/${provider.id}/callback`;

/** Where to send somebody who wants to log in, and what to keep until they are back. */
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
    // Who is signed in there still has shown nothing anew.
    ...(how.confirm && { prompt: provider.id === "oidc" ? "login" : "select_account" }),
  });
  return { url, flow };
}

/** Who came back, by the query of the address that they came back to. Throws a `ProviderProblem`. */
export async function finishFlow(provider: Provider, flow: ProviderFlow, query: string): Promise<Profile> {
  try {
    const config = await provider.configure();
    const tokens = await oidc.authorizationCodeGrant(config, new URL(callbackOf(provider) + query), {
      expectedState: flow.state,
      pkceCodeVerifier: flow.verifier,
      ...(provider.openId && { expectedNonce: flow.nonce }),
    });
    return await provider.read(config, tokens);
  } catch (error) {
    if (error instanceof oidc.AuthorizationResponseError && error.error === "access_denied")
      throw new ProviderProblem("declined", detailsOf(error));
    return failed(error);
  }
}

function failed(error: unknown): never {
  throw new ProviderProblem("failed", detailsOf(error));
}
