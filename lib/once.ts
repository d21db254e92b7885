import type Redis from "ioredis";
import type { Pool } from "pg";
import type { PrismaClient } from "@/generated/prisma/client";
import type { RateLimiter } from "@/lib/api/rate-limit";
import type { KeyCache } from "@/lib/auth/api-key";
import type { AttemptLimiters } from "@/lib/auth/attempts";
import type { Journal } from "@/lib/clicks/journal";
import type { DomainCache } from "@/lib/domains/resolve";
import type { LinkCache } from "@/lib/redirects/cache";

interface Holder {
  pool: Pool;
  prisma: PrismaClient;
  redis: Redis;
  rateLimiter: RateLimiter;
  attempts: AttemptLimiters;
