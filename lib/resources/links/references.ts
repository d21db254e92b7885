import type { Domain } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { hashPassword } from "@/lib/auth/password";
import { fieldRefusalOf, refusedField } from "@/lib/contract/errors";
import { db } from "@/lib/platform/db";
import { defaultDomainOf } from "@/lib/resources/domains/default";
import { normalHost } from "@/lib/resources/domains/host";
import { isOwnHost } from "@/lib/resources/domains/own-links";
import { inactiveRefusal } from "@/lib/resources/domains/service";
import { requireOwned } from "@/lib/resources/ownership";

const tables = {
  campaign: db.campaign,
  channel: db.channel,
  overlay: db.overlay,
  pixel: db.pixel,
  "splash page": db.splashPage,
} satisfies Record<string, Parameters<typeof requireOwned>[0]>;

/** What links that are saved together name: each thing is looked up once, however many of them name it. */
export class References {
  readonly #known = new Map<string, Promise<unknown>>();

  constructor(private readonly actor: Actor) {}

  /** `id`, which an input names in the field `path`, where the actor owns that row. One `what` has one `path`. */
  readonly own = (what: keyof typeof tables, id: number, path: string = what): Promise<number> =>
    this.#once(`${what} ${id}`, () => requireOwned(tables[what], this.actor, id, path, what));

  /** The id of the domain of that name, where the actor may put links on it. */
  async domain(text: string): Promise<number> {
    const host = normalHost(text);
    const domain = host && (await this.#once(`domain ${host}`, () => this.#usableDomain(host)));
    if (!domain) throw refusedField("domain", "not_yours", { what: "domain" });
    if (domain.status !== "active") throw fieldRefusalOf("domain", await inactiveRefusal(this.actor, domain));
    return domain.id;
  }

  /** The id of the domain of those that name none. */
  readonly defaultDomain = (): Promise<number> => this.#once("default domain", () => defaultDomainOf(this.actor));

  /** A destination must not be one of our own short links: whether a host is ours. */
  readonly isOwnHost = (host: string): Promise<boolean> => this.#once(`host ${host}`, () => isOwnHost(host));

  /** Hashing takes as long as it is meant to: many links with one password have one hash. */
  readonly hash = (password: string): Promise<string> =>
    this.#once(`password ${password}`, () => hashPassword(password));

  #usableDomain(host: string): Promise<Domain | null> {
    return db.domain.findFirst({ where: { host, OR: [{ userId: null }, { userId: this.actor.userId }] } });
  }

  #once<T>(key: string, find: () => Promise<T>): Promise<T> {
    const known = this.#known.get(key) ?? find();
    this.#known.set(key, known);
    return known as Promise<T>;
  }
}
