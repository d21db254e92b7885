"use client";

import { TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Form, type FormAction, field } from "@/components/ui/form";

/** Asks for the recipient of a transfer. `links` are the ids to transfer. Empty means everything. */
export function OfferTransferForm({ action, links }: { action: FormAction; links: string }) {
  const t = useTranslations("handovers.new");
  return (
    <Form action={action} submit={t("submit")}>
      {(state) => (
        <>
          <input type="hidden" name="links" value={links} />
          <TextInput
            {...field(state, "email")}
            type="email"
            autoComplete="off"
            label={t("email")}
            description={t("emailAbout")}
            size="md"
            w="100%"
            maw={420}
            required
          />
        </>
      )}
    </Form>
  );
}
