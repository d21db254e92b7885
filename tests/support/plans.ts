import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { PlanLimits } from "@/lib/resources/plans/schema";
import { api } from "./api";
import type { ServerAddress } from "./server";
import { sql } from "./sql";

const on = { enabled: true };
const many = { enabled: true, count: null };

/** A plan that has everything, without limits. */
const everything: PlanLimits = {
  links: null,
  clicks: null,
  retention: null,
  custom: on,
  team: many,
  splash: many,
  overlay: many,
  pixels: many,
  domain: many,
  multiple: on,
  alias: on,
  device: on,
  geo: on,
  bundle: on,
  parameters: on,
  export: on,
  api: on,
};

interface TestPlan {
  id: number;
  name: string;
}

/** A new paid plan that has everything, except as `limits` says. */
export async function newPlan(server: ServerAddress, limits: Partial<PlanLimits> = {}): Promise<TestPlan> {
  const name = `Plan ${randomBytes(4).toString("hex")}`;
  const [plan] = await sql<{ id: number }>(
    server,
    "INSERT INTO plans (name, price_monthly, limits) VALUES ($1, 7.5, $2) RETURNING id",
    [name, { ...everything, ...limits }],
  );
  if (!plan) throw new Error("no plan was made");
  return { id: plan.id, name };
}

/**
 * Puts a user on a new plan through the API: the server then uses the plan from the next request on. It would notice
 * a change in the database only a moment later.
 */
export async function onNewPlan(
  server: ServerAddress,
  { id }: { id: number },
  limits: Partial<PlanLimits> = {},
): Promise<TestPlan> {
  const plan = await newPlan(server, limits);
  const { status } = await api(server, server.adminKey).put(`/api/plan/${plan.id}/user/${id}`, { type: "lifetime" });
  if (status !== 200) throw new Error(`the plan was refused with ${status}`);
  return plan;
}

/** Seconds until a subscription ends, for tests that wait for it: even a slow machine can use it before then. */
export const SOON = 4;

/** The time in this many seconds, as `YYYY-MM-DD HH:MM:SS`. */
export const timeIn = (seconds: number) =>
  new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19).replace("T", " ");

/** Resolves at that time. */
export const untilTime = (time: string) => sleep(Date.parse(`${time}Z`) - Date.now() + 1);
