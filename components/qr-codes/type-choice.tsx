import {
  IconAddressBook,
  IconAlignLeft,
  IconLink,
  IconMail,
  IconMessage2,
  IconPhone,
  IconWifi,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { QrType } from "@/generated/prisma/enums";
import classes from "./picture-choice.module.css";
import { qrTypes } from "./qr-form";

const icons: Record<QrType, typeof IconLink> = {
  link: IconLink,
  text: IconAlignLeft,
  vcard: IconAddressBook,
  email: IconMail,
  phone: IconPhone,
  sms: IconMessage2,
  wifi: IconWifi,
};

/** The choice of the code's type. */
export function TypeChoice({ value, onChange }: { value: QrType; onChange: (type: QrType) => void }) {
  const t = useTranslations("qr");
  return (
    <fieldset className={`${classes.choice} ${classes.many}`}>
      <legend>{t("designer.type")}</legend>
      {qrTypes.map((type) => {
        const Icon = icons[type];
        return (
          <label key={type}>
            <input type="radio" name="type" value={type} checked={type === value} onChange={() => onChange(type)} />
            <Icon size={20} aria-hidden />
            {t(`types.${type}`)}
          </label>
        );
      })}
    </fieldset>
  );
}
