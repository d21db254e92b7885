import { logFailedLogIn } from "./events";
import { findProvider, type Provider } from "./providers";

const problems = [
  "closed",
  "declined",
  "elsewhere",
  "failed",
  "late",
  "several",
  "taken",
  "unconfirmed",
  "unusable",
  "unverified",
] as const;
export type ProviderFailure = (typeof problems)[number];

/** Why a log-in at a provider failed. The pages have the messages. */
export class ProviderProblem extends Error {
  /** `details` are for the log only. They must not contain anything that could log someone in. */
  constructor(
    readonly problem: ProviderFailure,
    readonly details: Record<string, string | number> = {},
  ) {
    super(problem);
  }

  /** Returns the address of a page that shows the problem. */
  on(page: string, provider: Provider): string {
    return `${page}?problem=${this.problem}&with=${provider.id}`;
  }
}

export interface ReportedProblem {
  problem: ProviderFailure;
  /** the provider's name */
  provider: string;
}

/** Returns the problem in a page's query, if `ProviderProblem` wrote it there. */
export function readProviderProblem(query: Record<string, string | string[] | undefined>): ReportedProblem | null {
  const problem = problems.find((known) => known === query.problem);
  const provider = findProvider(String(query.with))?.name;
  return problem && provider ? { problem, provider } : null;
}

/** Matches anything that could be a token, a code or a secret, to keep it out of the log. */
const secretLike = /[\w~+/=.-]{40,}/g;

const reasons: Record<ProviderFailure, string> = {
  closed: "no account has this address, and registration is closed",
  declined: "the provider says that access was denied",
  elsewhere: "this account at the provider belongs to another user",
  failed: "the provider's answer was not accepted",
  late: "this browser did not start this log-in, or started it more than ten minutes ago",
  several: "the user has another account at this provider already",
  taken: "the user with this address has not confirmed it",
  unconfirmed: "the user has not confirmed their identity again",
  unusable: "the provider sent an e-mail address that no account can have",
  unverified: "the provider does not say that it has confirmed an address",
};

/** Returns what the log says about an error: the provider's answer, and nothing of what was sent to it. */
export function detailsOf(error: unknown): ProviderProblem["details"] {
  const { code, message, error: answered, error_description } = error as Record<string, unknown>;
  return {
    ...(typeof code === "string" && { code }),
    ...(typeof message === "string" && { detail: shortened(message) }),
    ...(typeof answered === "string" && { error: shortened(answered) }),
    ...(typeof error_description === "string" && { description: shortened(error_description) }),
  };
}

const shortened = (text: string) => text.replace(secretLike, "…").slice(0, 300);

/** Logs the reason of a refused log-in at a provider, and returns where to send the user. */
export function reportProblem(problem: ProviderProblem, page: string, provider: Provider, address: string): string {
  const { account, ...details } = problem.details;
  const more = { provider: provider.id, problem: problem.problem, ...details };
  logFailedLogIn(reasons[problem.problem], address, account === undefined ? undefined : Number(account), more);
  return problem.on(page, provider);
}
