import type { ClickHouseClient } from "@clickhouse/client";
import type Redis from "ioredis";
import type { Pool } from "pg";
import type { PrismaClient } from "@/generated/prisma/client";
import type { AttemptLimiters } from "@/lib/auth/attempts";
import type { KeyCache } from "@/lib/auth/key-cache";
import type { Journal } from "@/lib/clicks/journal";
import type { LiveStreams } from "@/lib/clicks/live/streams";
import type { BrandedHosts } from "@/lib/resources/domains/branded-hosts";
import type { DomainCache } from "@/lib/resources/domains/resolve";
import type { SharedPictures } from "@/lib/resources/drawing/shared-pictures";
import type { Studio } from "@/lib/resources/drawing/studio";
import type { SearchCache } from "@/lib/resources/links/blocks";
import type { Framings } from "@/lib/resources/links/framings";
import type { RankingCache } from "@/lib/resources/links/ranking";
import type { StorageCache } from "@/lib/resources/plans/storage";
import type { Transfers } from "@/lib/resources/transfers/transfers";
import type { BioPageSnapshot } from "@/lib/visits/bio-pages/cache";
import type { RotatorSnapshot } from "@/lib/visits/campaigns/cache";
import type { LinkCache } from "@/lib/visits/links/cache";
import type { LinkPasswordLimiters } from "@/lib/visits/links/password";
import type { Guesses } from "@/lib/visits/miss-limiter";
import type { OverlaySnapshot } from "@/lib/visits/overlays/cache";
import type { QrCodeSnapshot } from "@/lib/visits/qr-codes/cache";
import type { SnapshotCache } from "@/lib/visits/snapshot-cache";
import type { Background } from "./background";
import type { Queue } from "./queue";
import type { RateLimiter } from "./rate-limit";
import type { Vitals } from "./vitals";

interface Holder {
  pool: Pool;
  prisma: PrismaClient;
  redis: Redis;
  clickhouse: ClickHouseClient;
  rateLimiter: RateLimiter;
  attempts: AttemptLimiters;
  budget: RateLimiter;
  hashing: Queue;
  mailLimiters: Record<"all" | "ordinary", RateLimiter>;
  linkPasswordLimiters: LinkPasswordLimiters;
  reportLimiter: RateLimiter;
  keyCache: KeyCache;
  keyLookUps: RateLimiter;
  /** present where this process hears of every change in the database */
  listening: true;
  /** present where server.ts answers, and tells the handlers behind it the client's address */
  server: true;
  journal: Journal;
  guesses: Guesses;
  brandedHosts: BrandedHosts;
  domainCache: DomainCache;
  framings: Framings;
  linkCache: LinkCache;
  liveStreams: LiveStreams;
  titleFetches: Background;
  /** present where visitors are answered: what takes long is done apart */
  transfers: Transfers;
  linkSearches: SearchCache;
  linkRankings: RankingCache;
  qrCodeCache: SnapshotCache<QrCodeSnapshot>;
  rotatorCache: SnapshotCache<RotatorSnapshot>;
  bioPageCache: SnapshotCache<BioPageSnapshot>;
  overlayCache: SnapshotCache<OverlaySnapshot>;
  overlayAnswerLimiters: Record<"network" | "overlay", RateLimiter>;
  pictures: SharedPictures;
  storageCache: StorageCache;
  studio: Studio;
  vitals: Vitals;
}

const root = globalThis as { signpost?: Partial<Holder> };
root.signpost ??= {};
const holder = root.signpost;

/**
 * The process's one instance of something. `server.ts` and Next's bundles are two module graphs in one process,
 * so a module-level constant would exist twice.
 */
export function once<K extends keyof Holder>(name: K, make: () => Holder[K]): Holder[K] {
  const present: Partial<Holder>[K] = holder[name];
  if (present !== undefined) return present as Holder[K];
  const made = make();
  holder[name] = made;
  return made;
}

/** The process's instance of something, where it has one already. */
export const present = <K extends keyof Holder>(name: K): Partial<Holder>[K] => holder[name];
