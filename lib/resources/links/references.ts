import type { Domain } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { hashPassword, verifyPassword } from "@/lib/auth/password";
import { fieldRefusalOf, refusedField } from "@/lib/contract/errors";
import { db } from "@/lib/platform/database/db";
import { getDefaultDomain } from "@/lib/resources/domains/default";
import { normalHost } from "@/lib/resources/domains/host";
import { isHostOfInstance } from "@/lib/resources/domains/instance-links";
import { inactiveRefusal } from "@/lib/resources/domains/service";
import { requireOwnedId } from "@/lib/resources/ownership";

const tables = {
  campaign: db.campaign,
  channel: db.channel,
  overlay: db.overlay,
  pixel: db.pixel,
  "splash page": db.splashPage,
} satisfies Record<string, Parameters<typeof requireOwnedId>[0]>;

/** Hashing or comparing a password takes as long as creating fifty links. */
export const maxPasswords = 20;

/**
 * Resolves references of links that are saved together. Each thing is looked up once, however many links refer to it.
 */
export class References {
  readonly #known = new Map<string, Promise<unknown>>();
  #passwordsCompared = 0;

  constructor(private readonly actor: Actor) {}

  /** Returns `id`, sent in the field `path`, if the actor owns that row. One `what` has one `path`. */
  readonly own = (what: keyof typeof tables, id: number, path: string = what): Promise<number> =>
    this.#once(`${what} ${id}`, () => requireOwnedId(tables[what], this.actor, id, path, what));

  /** Returns the id of a domain, by name, that the actor may use for links. */
  async domain(text: string): Promise<number> {
    const host = normalHost(text);
    const domain = host && (await this.#once(`domain ${host}`, () => this.#usableDomain(host)));
    if (!domain) throw refusedField("domain", "not_yours", { what: "domain" });
    if (domain.status !== "active") throw fieldRefusalOf("domain", await inactiveRefusal(this.actor, domain));
    return domain.id;
  }

  /** Returns the id of the default domain for new links. */
  readonly defaultDomain = (): Promise<number> => this.#once("default domain", () => getDefaultDomain(this.actor));

  /** Whether a host is served by this service. A destination must not be one of its short links. */
  readonly isOwnHost = (host: string): Promise<boolean> => this.#once(`host ${host}`, () => isHostOfInstance(host));

  /** Hashing is slow on purpose: links with the same password share a hash. */
  readonly hash = (password: string): Promise<string> =>
    this.#once(`password ${password}`, () => hashPassword(password));

  /** Whether a link's password is this one. After twenty different questions, the answer is no. */
  readonly isPasswordOf = async (passwordHash: string, password: string): Promise<boolean> => {
    const key = `password ${passwordHash} ${password}`;
    if (!this.#known.has(key) && ++this.#passwordsCompared > maxPasswords) return false;
    return this.#once(key, () => verifyPassword(passwordHash, password));
  };

  #usableDomain(host: string): Promise<Domain | null> {
    return db.domain.findFirst({ where: { host, OR: [{ userId: null }, { userId: this.actor.userId }] } });
  }

  #once<T>(key: string, find: () => Promise<T>): Promise<T> {
    const known = this.#known.get(key) ?? find();
    this.#known.set(key, known);
    return known as Promise<T>;
  }
}
