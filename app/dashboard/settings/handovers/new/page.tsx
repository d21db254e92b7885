import { Stack, Text } from "@mantine/core";
import { getLocale, getTranslations } from "next-intl/server";
import { OfferTransferForm } from "@/components/ownership-transfers/offer-form";
import { OwnershipTransferContents } from "@/components/ownership-transfers/ownership-transfer-contents";
import { Card } from "@/components/ui/card";
import { Page, pageTitle } from "@/components/ui/page";
import type { Actor } from "@/lib/auth/actor";
import { requireActor } from "@/lib/auth/session";
import { AppError } from "@/lib/contract/errors";
import { parse } from "@/lib/contract/parse";
import { refusalIn } from "@/lib/contract/refusals";
import { z } from "@/lib/contract/zod";
import { env } from "@/lib/platform/env";
import {
  type OwnershipTransferContents as Contents,
  ownershipTransferContentsBody,
} from "@/lib/resources/ownership-transfers/schema";
import { openDays, previewOwnershipTransfer } from "@/lib/resources/ownership-transfers/service";
import { offerAction } from "../actions";
import { parseLinkIds } from "../links-in";

const view = z.object({ links: z.string().max(20_000).catch("") });

export const generateMetadata = pageTitle("ownership-transfers", "new.title");

/** Shows the contents of a transfer of some links or of everything, and offers it. */
export default async function NewHandoverPage({ searchParams }: PageProps<"/dashboard/settings/handovers/new">) {
  const t = await getTranslations("ownership-transfers");
  const actor = await requireActor();
  const { links } = view.parse(await searchParams);
  const found = await preview(actor, links);
  return (
    <Page title={t("new.title")} lead={t(links ? "new.leadLinks" : "new.lead", { days: openDays })} size="form">
      <Stack gap="lg">
        <Card title={t("contents.title")} lead={t(links ? "contents.leadLinks" : "contents.lead")}>
          {found instanceof AppError ? (
            <Text c="red.8">{refusalIn(await getLocale(), found)}</Text>
          ) : (
            <OwnershipTransferContents contents={found} />
          )}
        </Card>
        {!(found instanceof AppError) && (
          <Card title={t("new.to")}>
            <OfferTransferForm action={offerAction} links={links} mails={env.SMTP_URL !== undefined} />
          </Card>
        )}
      </Stack>
    </Page>
  );
}

/** The contents of the transfer, or the reason why it is not possible. */
async function preview(actor: Actor, links: string): Promise<Contents | AppError> {
  try {
    return await previewOwnershipTransfer(actor, parse(ownershipTransferContentsBody, { links: parseLinkIds(links) }));
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
