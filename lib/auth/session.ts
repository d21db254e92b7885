import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { cache } from "react";
import type { AppLocale } from "@/lib/contract/locales";
import { currentAuthor, identify } from "@/lib/platform/database/author";
import { db } from "@/lib/platform/database/db";
import { baseUrl } from "@/lib/platform/env";
import { identifyPage } from "@/lib/platform/limits/page-requests";
import { forwardedAddress } from "@/lib/platform/network/client-address";
import { type Actor, authorOf } from "./actor";
import { type Client, DEVICE_SECONDS, rememberedDevice } from "./devices";
import { logLogIn, record } from "./events";
import { logInPath } from "./next-path";
import {
  type CurrentSession,
  endSession,
  SESSION_SECONDS,
  sessionCookieName,
  sessionOfToken,
  startSession,
  tokenOfSession,
} from "./session-rows";

/** The cookie that `signIn` writes. Every way of logging in uses it. */
export function sessionCookie() {
  const secure = baseUrl().startsWith("https:");
  return {
    name: sessionCookieName(),
    options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure },
  };
}

export async function clientAddress(): Promise<string> {
  return forwardedAddress(await headers());
}

const deviceCookieName = () => `${sessionCookieName()}-device`;

/** Returns the client for which guesses at passwords and codes are counted. */
export async function client(): Promise<Client> {
  return { address: await clientAddress(), device: (await cookies()).get(deviceCookieName())?.value };
}

/** Remembers that this browser has logged in to the account with its current password. */
export async function rememberDevice(userId: number): Promise<void> {
  const account = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { id: true, passwordHash: true } });
  const value = rememberedDevice(account, (await client()).device);
  (await cookies()).set(deviceCookieName(), value, { ...sessionCookie().options, maxAge: DEVICE_SECONDS });
}

/**
 * Logs this browser in. Call it from server actions and route handlers, which can set cookies. An administrator who
 * logs in as another user returns with `stopImpersonating`.
 */
export async function signIn(userId: number, how: Parameters<typeof startSession>[3]): Promise<void> {
  const userAgent = (await headers()).get("user-agent") ?? "";
  const address = await clientAddress();
  await keepSession(await startSession(userId, userAgent, address, how));
  const admin = how?.adminSessionId ? currentAuthor()?.person : null;
  logLogIn(userId, address, admin);
  void record(admin ? "administrator_logged_in" : "logged_in", { account: userId, person: userId, admin, address });
  if (how?.adminSessionId) return;
  const { locale } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { locale: true } });
  if (locale === null)
    (await cookies()).set(firstLogInCookieName(), "1", { ...sessionCookie().options, maxAge: FIRST_LOG_IN_SECONDS });
  await keepLocale(userId, await getLocale());
  await rememberDevice(userId);
}

const firstLogInCookieName = () => `${sessionCookieName()}-first`;
const FIRST_LOG_IN_SECONDS = 60 * 60;

/** Returns whether an account was used for the first time, with this browser, and `endFirstLogIn` was not called yet. */
export const isFirstLogIn = async (): Promise<boolean> => (await cookies()).has(firstLogInCookieName());

export async function endFirstLogIn(): Promise<void> {
  (await cookies()).set(firstLogInCookieName(), "", { ...sessionCookie().options, maxAge: 0 });
}

/** Stores the language of the pages, for mails to the user, unless an administrator is logged in as the user. */
export async function rememberLocale(locale: AppLocale): Promise<void> {
  const session = await currentSession();
  if (session && !session.adminSessionId) await keepLocale(session.self.userId, locale);
}

const keepLocale = (id: number, locale: AppLocale) => db.user.update({ where: { id }, data: { locale } });

/** Returns an administrator who is logged in as another user to their own session. */
export async function stopImpersonating(): Promise<void> {
  const session = await currentSession();
  if (!session?.adminSessionId) return;
  await endSession(session.self.userId, session.sessionId);
  await keepSession(session.adminSessionId);
}

async function keepSession(sid: string): Promise<void> {
  const { name, options } = sessionCookie();
  (await cookies()).set(name, await tokenOfSession(sid), { ...options, maxAge: SESSION_SECONDS });
}

export async function signOut(): Promise<void> {
  const session = await currentSession();
  // Ending the administrator's own session also ends the one that they started as another user.
  if (session) await db.session.deleteMany({ where: { id: session.adminSessionId ?? session.sessionId } });
  const { name, options } = sessionCookie();
  (await cookies()).set(name, "", { ...options, maxAge: 0 });
}

/** Reads this browser's session, which may have ended since the request began. */
export async function readSessionNow(): Promise<CurrentSession | null> {
  const token = (await cookies()).get(sessionCookie().name)?.value;
  return token ? sessionOfToken(token) : null;
}

const readOnce = cache(readSessionNow);

/**
 * Returns this browser's session, read once a request. Changes of the request from here on are recorded as its user's.
 */
export async function currentSession(): Promise<CurrentSession | null> {
  const session = await readOnce();
  if (session) {
    identify(authorOf(session.actor));
    identifyPage(await headers(), session.actor);
  }
  return session;
}

/** Returns the actor of the logged-in user, or null. */
export async function currentActor(): Promise<Actor | null> {
  return (await currentSession())?.actor ?? null;
}

/** Returns the session of the logged-in user. Other visitors are redirected to log in and then back to this page. */
export async function requireSession(): Promise<CurrentSession> {
  const session = await currentSession();
  if (session) return session;
  redirect(logInPath((await headers()).get("x-path")));
}

/** Returns the actor, for pages and server actions. */
export async function requireActor(): Promise<Actor> {
  return (await requireSession()).actor;
}
