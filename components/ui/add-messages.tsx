"use client";

import { type AbstractIntlMessages, NextIntlClientProvider, useLocale, useMessages } from "next-intl";

export function AddMessages({ messages, children }: { messages: AbstractIntlMessages; children: React.ReactNode }) {
  const present = useMessages();
  return (
    <NextIntlClientProvider locale={useLocale()} messages={{ ...present, ...messages }}>
      {children}
    </NextIntlClientProvider>
  );
}
