import type { AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { credentials } from "@/lib/auth/schema";
import { AppError } from "@/lib/contract/errors";
import { statedAddress } from "@/lib/platform/client-address";
import { cookieOf } from "@/lib/platform/cookie";
import { checkCredentials, pendingLoginStep } from "./log-in";
import { derivedSecret } from "./secrets";
import { deviceCookieName, sessionCookie } from "./session";
import { endSession, readSession, SESSION_SECONDS, startSession } from "./session-rows";
import { checkSecondFactor } from "./two-factor";

declare module "next-auth/jwt" {
  interface JWT {
    /** id of the `Session` row */
    sid: string;
  }
}

const provider = CredentialsProvider({
  credentials: { email: { type: "email" }, password: { type: "password" }, code: {} },
  async authorize(given, request) {
    const input = credentials.safeParse(given);
    if (!input.success) return null;
    try {
      const headers = new Headers(request.headers);
      const address = statedAddress(headers);
      const client = {
        address,
        device: cookieOf({ headers: { cookie: headers.get("cookie") ?? "" } }, deviceCookieName()),
      };
      const userId = await checkCredentials(input.data, client);
      const hurdle = await pendingLoginStep(userId);
      if (hurdle === "email") throw new AppError("forbidden", "Please confirm your e-mail address first.");
      if (hurdle === "code") await checkSecondFactor(userId, String(given?.code ?? ""), client);
      return { id: await startSession(userId, request.headers?.["user-agent"] ?? "", address, { confirmed: true }) };
    } catch (error) {
      // next-auth shows the message of whatever is thrown: only a refusal may pass.
      if (error instanceof AppError) throw error;
      return null;
    }
  },
});

/** For next-auth's own endpoints. Made when asked for: the secret is known only to a running server. */
export function authOptions(): AuthOptions {
  const { name, options } = sessionCookie();
  return {
    providers: [provider],
    secret: derivedSecret("session"),
    useSecureCookies: options.secure,
    cookies: { sessionToken: { name, options } },
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: "/login", signOut: "/dashboard/settings", error: "/login" },
    callbacks: {
      jwt: ({ token, user }) => (user ? { sid: user.id } : { sid: token.sid }),
      async session({ session, token }) {
        const actor = (await readSession(token.sid))?.actor;
        return { expires: session.expires, user: actor && { email: actor.email, name: actor.username } };
      },
    },
    events: {
      async signOut({ token }) {
        const current = await readSession(token.sid);
        if (current) await endSession(current.actor.userId, current.sessionId);
      },
    },
  };
}
