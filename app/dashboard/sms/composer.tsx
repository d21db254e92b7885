import { Alert, Stack } from "@mantine/core";
import { getLocale, getTranslations } from "next-intl/server";
import { CarrierNote } from "@/components/sms/messages-table";
import { SmsComposer } from "@/components/sms/sms-composer";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/contract/errors";
import { refusalIn } from "@/lib/contract/refusals";
import { planUsage } from "@/lib/resources/links/search/blocks";
import { findCarrier } from "@/lib/resources/sms/account";
import { listNumbers } from "@/lib/resources/sms/service";
import { measureSmsAction, sendSmsAction } from "./actions";

/** The form for a message, or why none can be sent. It waits for the provider's answer. */
export async function Composer({ actor, to }: { actor: Actor; to?: string }) {
  const t = await getTranslations("sms");
  const carrier = await findCarrier(actor);
  if (!carrier) return <CarrierNote carrier={carrier} />;
  const [numbers, { links, limit }] = await Promise.all([numbersOf(actor), planUsage(actor)]);
  return (
    <Stack>
      <CarrierNote carrier={carrier} />
      {limit !== null && links >= limit && (
        <Alert variant="light" color="orange" styles={{ message: { color: "var(--mantine-color-text)" } }}>
          {t("noLinks", { limit })}
        </Alert>
      )}
      {typeof numbers === "string" || numbers.length === 0 ? (
        <Alert variant="light" color="red" styles={{ message: { color: "var(--mantine-color-text)" } }}>
          {typeof numbers === "string" ? numbers : t("noNumbers")}
        </Alert>
      ) : (
        <SmsComposer numbers={numbers} to={to} send={sendSmsAction} measure={measureSmsAction} />
      )}
    </Stack>
  );
}

/** The numbers to send from, or the provider's error. */
async function numbersOf(actor: Actor): Promise<string[] | string> {
  try {
    return await listNumbers(actor);
  } catch (error) {
    if (error instanceof AppError) return refusalIn(await getLocale(), error);
    throw error;
  }
}
