import { api } from "./api";
import type { ServerAddress } from "./server";
import { newUser } from "./users";

export interface Failure {
  error: number;
  message: string;
  code: string;
  errors?: { path: string; code: string; message: string }[];
}

export interface Details extends Record<string, unknown> {
  id: number;
  alias: string;
  shorturl: string;
  longurl: string;
  clicks: number;
  uniqueclicks: number;
}

export interface Statistics {
  clicks: number;
  uniqueClicks: number;
  topCountries: Record<string, string>;
  topReferrers: Record<string, string>;
  topBrowsers: Record<string, string>;
  topOs: Record<string, string>;
  socialCount: Record<string, number>;
  conversions?: object;
  splits?: SplitStatistics[];
}

interface SplitStatistics {
  rule: string;
  uniqueClicks: number;
  conversions: number;
  conversionsChiSquared: number | null;
  conversionsP: number | null;
  best: { variant: string; beats: string[]; p: number } | null;
  shares: { variant: string; destination: string; uniqueClicks: number; conversions: number; rate: number }[];
}

/** A new user, and the link endpoints as that user sees them. Those that return data throw if refused. */
export async function linkOwner(server: ServerAddress) {
  const user = await newUser(server);
  const client = api(server, user.key);

  async function ok<Body>(call: Promise<{ status: number; body: unknown }>): Promise<Body> {
    const { status, body } = await call;
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body as Body;
  }

  return {
    user,
    client,
    create: (body: Record<string, unknown> = {}) =>
      ok<{ id: number; shorturl: string }>(client.post("/api/url/add", { url: "https://example.com/", ...body })),
    /** Creates something by another endpoint. */
    made: (path: string, body: Record<string, unknown>) => ok<{ id: number }>(client.post(path, body)),
    update: (id: number, body: Record<string, unknown>) => ok<object>(client.put(`/api/url/${id}/update`, body)),
    remove: (id: number) => ok<object>(client.delete(`/api/url/${id}/delete`)),
    show: (id: number) => ok<{ details: Details; data: Statistics }>(client.get(`/api/url/${id}`)),
    list: (query = "") =>
      ok<{ data: Record<string, number> & { urls: Details[] } }>(client.get(`/api/urls${query}`)).then(
        ({ data }) => data,
      ),
  };
}

export type LinkOwner = Awaited<ReturnType<typeof linkOwner>>;
