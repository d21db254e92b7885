"use client";

import { TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Form, type FormAction, field } from "@/components/ui/form";

interface OfferTransferFormProps {
  action: FormAction;
  links: string;
  mails: boolean;
}

/**
 * Asks for the recipient of a transfer. `links`: the ids to transfer, or empty for everything. `mails`: whether the
 * service sends mails.
 */
export function OfferTransferForm({ action, links, mails }: OfferTransferFormProps) {
  const t = useTranslations("ownership-transfers.new");
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
            description={t(mails ? "emailAbout" : "emailAboutWithoutMail")}
            w="100%"
            maw={420}
            required
          />
        </>
      )}
    </Form>
  );
}
