import { setImmediate as nextTurn } from "node:timers/promises";
import type { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { foldAlias, linkKey } from "@/lib/contract/alias";
import { AppError, errorOf, fieldErrorOf, notFound, presentRefusal, refusedField } from "@/lib/contract/errors";
import { parse } from "@/lib/contract/parse";
import { db, longTransaction, type Transaction } from "@/lib/platform/database/db";
import { hasCode, isLockTimeout, uniqueViolation } from "@/lib/platform/database/outage";
import { Turns } from "@/lib/platform/limits/turns";
import { processSingleton } from "@/lib/platform/singleton";
import { presentWarnings, type Warning, withWarnings } from "@/lib/platform/warnings";
import { newLinkBody } from "@/lib/resources/links/new-link";
import type { LinkWithRelations } from "@/lib/resources/links/read";
import { maxPasswords, References } from "@/lib/resources/links/references";
import type { AddLinks, CreateLink, linkResult } from "@/lib/resources/links/schema";
import { invalidateLink, linksWhere } from "@/lib/resources/links/service";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { wholeLinks } from "@/lib/resources/links/whole";
import { limitReached, withRoomInTransaction } from "@/lib/resources/plans/quota";
import { requireStorage } from "@/lib/resources/plans/storage";
import { foldTag } from "@/lib/resources/tags/names";
import { tagsNamed } from "@/lib/resources/tags/service";
import { type Change, isEmpty, storeChanges } from "./changes";
import { type InsertedLink, insertLinks, type LinkWithoutAlias } from "./insert";
import { afterSave, checkedChange, checkedLink, storeChange, takenRefusal } from "./save";

/** The result for one of the links that were sent. */
type Outcome = Saved | { status: "error"; error: AppError };

type Saved = ({ status: "created"; link: InsertedLink } | { status: "exists"; link: LinkWithRelations }) & {
  warnings?: Warning[];
};

/** Number of links that are checked before other requests get a turn. */
const atOnce = 20;

interface Sent {
  index: number;
  link: unknown;
}
interface RequestedLink {
  index: number;
  input: CreateLink;
}
interface New extends RequestedLink {
  link: LinkWithoutAlias;
}
interface Existing extends RequestedLink {
  before: LinkWithRelations;
  change: Change;
}

const leftOut = () => new AppError("links_left_out");

/** Rolls back a transaction in which links were refused. `Bulk.errors` holds the reasons. */
class RolledBack extends Error {}

/**
 * Creates links, up to the plan's limit. With `upsert`, an existing link is updated as `updateLink` does. A refused
 * link gets its own outcome; with `mode` `all`, nothing is saved then.
 */
export async function addLinks(actor: Actor, sent: AddLinks): Promise<Outcome[]> {
  authorize(actor, "links:write");
  await requireStorage(actor);
  if (!sent.upsert) return addChecked(actor, sent);
  // Otherwise every request that waits for the same link would hold a connection.
  return upserts.run(actor.userId, () => addChecked(actor, sent));
}

const upserts = processSingleton("upsertTurns", () => new Turns());

async function addChecked(actor: Actor, { links, mode, upsert }: AddLinks): Promise<Outcome[]> {
  const outcomes = new Map<number, Outcome>();
  const save = async (sent: Sent[]): Promise<Set<number>> => {
    const bulk = new Bulk(actor, mode === "all");
    await bulk.check(sent, upsert);
    const saved = await bulk.save();
    for (const { index } of sent) {
      outcomes.set(index, saved.get(index) ?? { status: "error", error: bulk.errors.get(index) ?? leftOut() });
    }
    return bulk.notMade;
  };
  const all = links.map((link, index) => ({ index, link }));
  const notMade = await save(all);
  // Another request has created these links meanwhile, so that they can now be updated.
  if (upsert && notMade.size > 0) await save(mode === "all" ? all : all.filter(({ index }) => notMade.has(index)));
  return links.map((_, index) => outcomes.get(index) as Outcome);
}

class Bulk {
  readonly errors = new Map<number, AppError>();
  readonly warnings = new Map<number, Warning[]>();
  /** indexes of links that could not be created because an alias is taken or there is no room */
  readonly notMade = new Set<number>();
  private readonly references: References;
  private readonly made: New[] = [];
  private readonly existing: Existing[] = [];

  constructor(
    private readonly actor: Actor,
    private readonly allOrNone: boolean,
  ) {
    this.references = new References(actor);
  }

  /** Determines which links to create and which to update. */
  async check(sent: Sent[], upsert: AddLinks["upsert"]): Promise<void> {
    const requested: RequestedLink[] = [];
    const passwords = new Set<string>();
    await this.each(sent, async ({ index, link }) => {
      const input = parse(newLinkBody, link);
      const { password } = input;
      if (password && !passwords.has(password) && passwords.size === maxPasswords) {
        throw refusedField("password", "too_many_passwords", { count: maxPasswords });
      }
      if (password) passwords.add(password);
      requested.push({ index, input });
    });
    const known = upsert ? await this.findExisting(requested, upsert) : new Map<number, LinkWithRelations>();
    const left = requested.filter(({ index }) => !this.errors.has(index));
    await this.each(left, async (one) => {
      const { warnings } = await withWarnings(() => this.checkOne(one, known.get(one.index)));
      if (warnings.length > 0) this.warnings.set(one.index, warnings);
    });
  }

  private async checkOne(one: RequestedLink, before: LinkWithRelations | undefined): Promise<void> {
    if (before) {
      const change = await checkedChange(this.actor, before, one.input, this.references);
      this.existing.push({ ...one, before, change });
      return;
    }
    const { columns, pixels, channel } = await checkedLink(this.actor, one.input, this.references);
    const link = { ...columns, alias: one.input.custom, pixels, channels: channel ? [channel] : [] };
    this.made.push({ ...one, link });
  }

  /** Saves the links and returns their outcomes by index. */
  async save(): Promise<Map<number, Outcome>> {
    const made = this.allOrNone ? await this.saveAll() : await this.saveEach();
    if (!made) return new Map();
    const saved = new Map<number, Outcome>();
    const warnings = (index: number) => this.warnings.get(index);
    for (const [index, link] of made) {
      saved.set(index, { status: "created", link: afterSave(link), warnings: warnings(index) });
    }
    const edited = this.edits.filter(({ index }) => !this.errors.has(index));
    const ids = edited.map(({ before }) => invalidateLink(before).id);
    const links = ids.length > 0 ? await wholeLinks(this.actor.userId, ids) : [];
    const after = new Map(links.map((link) => [link.id, afterSave(link)]));
    for (const { index, before } of this.existing) {
      if (this.errors.has(index)) continue;
      saved.set(index, { status: "exists", link: after.get(before.id) ?? before, warnings: warnings(index) });
    }
    return saved;
  }

  /** Saves all links in one transaction. Returns undefined if one was refused; then nothing is saved. */
  private async saveAll(together = true): Promise<Map<number, InsertedLink> | undefined> {
    try {
      this.takeBackIfRefused();
      return await this.inTransaction(async (tx, room) => {
        const made = await this.insert(tx, room);
        await (together ? this.changeTogether(tx) : this.changeUntilRefused(tx));
        this.takeBackIfRefused();
        return made;
      });
    } catch (error) {
      if (error instanceof RolledBack) return undefined;
      if (together && this.isOfOneLink(error)) return this.saveAll(false);
      throw error;
    }
  }

  private async saveEach(): Promise<Map<number, InsertedLink>> {
    const made = await this.inTransaction((tx, room) => this.insert(tx, room));
    if (this.edits.length === 0) return made;
    try {
      await db.$transaction((tx) => this.changeTogether(tx), longTransaction);
    } catch (error) {
      if (this.isOfOneLink(error)) await this.each(this.edits, (one) => this.change(db, one));
      else if (isLockTimeout(error)) {
        for (const { index } of this.edits) this.errors.set(index, new AppError("locked_too_long"));
      } else throw error;
    }
    return made;
  }

  private async inTransaction(
    work: (tx: Transaction, room: number) => Promise<Map<number, InsertedLink>>,
  ): Promise<Map<number, InsertedLink>> {
    const isIdle = this.made.length === 0 && (this.edits.length === 0 || !this.allOrNone);
    return isIdle ? new Map() : withRoomInTransaction(this.actor, "links", work, longTransaction);
  }

  /** Whether an error is about one of several links that were changed together. One by one shows which. */
  private isOfOneLink = (error: unknown) => error instanceof AppError || hasCode(error, uniqueViolation);

  private async changeTogether(tx: Transaction): Promise<void> {
    const changes = this.edits.map(({ before, change }) => ({ id: before.id, change }));
    const found = await storeChanges(tx, this.actor, changes);
    for (const { index, before } of this.edits) if (!found.has(before.id)) this.errors.set(index, notFound("link"));
  }

  private async changeUntilRefused(tx: Transaction): Promise<void> {
    for (const one of this.edits) {
      try {
        await this.change(tx, one);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        this.errors.set(one.index, error);
        throw new RolledBack();
      }
    }
  }

  private change(tx: Transaction, { input, before, change }: Existing): Promise<void> {
    return storeChange(tx, this.actor, before, input, change);
  }

  /** The existing links that the request changes. */
  private get edits(): Existing[] {
    return this.existing.filter(({ change }) => !isEmpty(change));
  }

  /** Inserts the new links and returns them by index. Only inserting shows which aliases are taken. */
  private async insert(tx: Transaction, room: number): Promise<Map<number, InsertedLink>> {
    const most = Math.max(0, room);
    const leave = (index: number, error: AppError) => {
      this.errors.set(index, error);
      this.notMade.add(index);
    };
    for (const { index } of this.made.slice(most)) leave(index, errorOf(limitReached(this.actor, "links")));
    const requested = await this.tagged(tx, this.made.slice(0, most));
    const links = requested.map(({ link }) => link);
    const { made, taken } = await insertLinks(tx, this.actor.userId, links);
    const placed = new Map<number, InsertedLink>();
    for (const [at, { index }] of requested.entries()) {
      const link = made.get(at);
      if (link) placed.set(index, link);
      else leave(index, takenRefusal(taken.get(at)));
    }
    if (this.allOrNone) this.takeBackIfRefused();
    return placed;
  }

  /** Returns the links with the tags that they name, or none of them if there would be too many tags. */
  private async tagged(tx: Transaction, requested: New[]): Promise<New[]> {
    const names = requested.flatMap(({ input }) => input.tags ?? []);
    if (names.length === 0) return requested;
    try {
      const ids = new Map((await tagsNamed(tx, this.actor, names)).map(({ id, nameFolded }) => [nameFolded, id]));
      const idsOf = (tags: string[] = []) => tags.flatMap((name) => ids.get(foldTag(name)) ?? []);
      return requested.map((one) => ({ ...one, link: { ...one.link, tags: idsOf(one.input.tags) } }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const [left, refused] = [[], []] as [New[], New[]];
      for (const one of requested) (one.input.tags?.length ? refused : left).push(one);
      for (const { index } of refused) this.errors.set(index, error);
      return left;
    }
  }

  /** Finds the actor's existing links, by index. If two indexes mean the same link, the second is refused. */
  private async findExisting(
    requested: RequestedLink[],
    by: "alias" | "externalid",
  ): Promise<Map<number, LinkWithRelations>> {
    const field = by === "alias" ? "custom" : "externalid";
    const places = new Map<string, number>();
    await this.each(requested, async ({ index, input }) => {
      const key = await this.keyOf(input, by);
      if (key === undefined) return;
      if (places.has(key)) throw refusedField(field, "link_repeated");
      places.set(key, index);
    });
    const sent = requested.flatMap(({ input }) => input[field] ?? []);
    const found = await linksWhere(
      this.actor,
      by === "alias" ? { aliasFolded: { in: sent.map(foldAlias) } } : { externalId: { in: sent } },
    );
    const known = new Map<number, LinkWithRelations>();
    for (const link of found) {
      const key = by === "alias" ? linkKey(link.domainId, link.aliasFolded) : link.externalId;
      const place = key === null ? undefined : places.get(key);
      if (place !== undefined) known.set(place, link);
    }
    return known;
  }

  private async keyOf({ custom, domain, externalid }: CreateLink, by: "alias" | "externalid") {
    if (by === "externalid") return externalid;
    const domainId = await (domain ? this.references.domain(domain) : this.references.defaultDomain());
    return custom && linkKey(domainId, foldAlias(custom));
  }

  private takeBackIfRefused(): void {
    if (this.errors.size > 0) throw new RolledBack();
  }

  /** Runs `work` for each item. A refusal becomes the outcome of its index. */
  private async each<T extends { index: number }>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
    for (const [done, item] of items.entries()) {
      if (done % atOnce === 0) await nextTurn();
      try {
        await work(item);
      } catch (error) {
        if (!(error instanceof AppError) || error.kind === "unavailable") throw error;
        this.errors.set(item.index, error);
      }
    }
  }
}

/** Presents what became of the links. With `mode` `all`, throws if one was refused, because then none is saved. */
export function presentOutcomes(outcomes: Outcome[], { mode }: AddLinks): { results: z.infer<typeof linkResult>[] } {
  const results = outcomes.map(presentOutcome);
  const refused = mode === "all" ? firstRefusal(outcomes) : undefined;
  if (refused) throw Object.assign(refused, { more: { results } });
  return { results };
}

function presentOutcome(outcome: Outcome): z.infer<typeof linkResult> {
  const { status } = outcome;
  if (status === "error") return { status, ...presentRefusal(outcome.error) };
  const { link, warnings = [] } = outcome;
  return { status, id: link.id, shorturl: shortUrlOf(link), ...presentWarnings(warnings) };
}

/** Returns the first refusal that is about its own link, with the link's place in the names of the fields. */
function firstRefusal(outcomes: Outcome[]): AppError | undefined {
  const index = outcomes.findIndex((outcome) => outcome.status === "error" && outcome.error.code !== "links_left_out");
  const outcome = outcomes[index];
  if (outcome?.status !== "error") return undefined;
  const { code, params, fields = [] } = outcome.error;
  const placed = fields.map(({ path, ...field }) =>
    fieldErrorOf(["links", index, path].filter(isNamed).join("."), field),
  );
  const [first] = placed;
  const named = code === "invalid_input" && first ? { ...params, field: first.path } : params;
  return errorOf({ code, params: named }, placed.length > 0 ? placed : undefined);
}

const isNamed = (part: string | number) => part !== "";
