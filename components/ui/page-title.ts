import type { Metadata } from "next";
import type { MessageKeys, NestedKeyOf } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { Messages } from "@/generated/messages";

/** Returns a page's `generateMetadata`, for a title that is one message. */
export const pageTitle =
  <Namespace extends keyof Messages & string>(
    namespace: Namespace,
    key: MessageKeys<Messages[Namespace], NestedKeyOf<Messages[Namespace]>>,
  ) =>
  async (): Promise<Metadata> => ({ title: (await getTranslations())(`${namespace}.${key}` as never) });
