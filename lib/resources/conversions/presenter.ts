import type { z } from "zod";
import type { Conversion } from "@/generated/prisma/client";
import { presentRefusal } from "@/lib/contract/errors";
import { formatTimestamp } from "@/lib/contract/timestamp";
import type { Outcome } from "./add";
import type { conversionItem, conversionResult, correctionItem } from "./schema";
import type { ListedCorrection } from "./service";

/** A conversion from the database, or from the outbox of webhooks, where it is JSON. */
export type PresentedConversion = Pick<
  Conversion,
  | ("event" | "currency" | "externalId" | "linkId" | "campaignId" | "variant" | "source" | "clickedAt")
  | ("withdrawn" | "corrections")
> & { id: bigint | number; amount: bigint | number | null; at: Date | string };

export const presentConversion = (conversion: PresentedConversion): z.infer<typeof conversionItem> => ({
  id: Number(conversion.id),
  event: conversion.event,
  amount: presentAmount(conversion.amount),
  currency: conversion.currency,
  externalid: conversion.externalId,
  linkid: conversion.linkId,
  campaignid: conversion.campaignId,
  variant: conversion.variant,
  source: conversion.source,
  clicked: conversion.clickedAt && formatTimestamp(conversion.clickedAt),
  date: formatTimestamp(new Date(conversion.at)),
  withdrawn: conversion.withdrawn,
  corrections: conversion.corrections,
});

const presentAmount = (amount: bigint | number | null) => (amount === null ? null : Number(amount));

export const presentCorrection = (correction: ListedCorrection): z.infer<typeof correctionItem> => ({
  id: correction.id,
  conversionid: Number(correction.conversionId),
  externalid: correction.externalId,
  currency: correction.currency,
  before: { amount: presentAmount(correction.amountBefore), withdrawn: correction.withdrawnBefore },
  after: { amount: presentAmount(correction.amountAfter), withdrawn: correction.withdrawnAfter },
  person: correction.person,
  apikey: correction.key,
  date: formatTimestamp(correction.at),
});

export const presentOutcome = (outcome: Outcome): z.infer<typeof conversionResult> =>
  outcome.status === "error" ? { status: "error", ...presentRefusal(outcome.error) } : outcome;
