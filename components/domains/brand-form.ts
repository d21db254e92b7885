import type { DomainTheme, ThemedPage } from "@/lib/resources/domains/schema";

interface WordsForm {
  title: string;
  message: string;
}

/** A domain's theme in the editor. Empty text means that a value is not set. */
export interface BrandForm extends Record<ThemedPage, WordsForm> {
  name: string;
  logo: string;
  color: string;
}

const wordsForm = (words: { title: string; message?: string } | undefined): WordsForm => ({
  title: words?.title ?? "",
  message: words?.message ?? "",
});

export const brandForm = (theme: DomainTheme | null): BrandForm => ({
  name: theme?.name ?? "",
  logo: theme?.logo ?? "",
  color: theme?.color ?? "",
  missing: wordsForm(theme?.missing),
  ended: wordsForm(theme?.ended),
  password: wordsForm(theme?.password),
});

/** Makes the request. A page without its own texts is left out. */
export function themeOf({ missing, ended, password, ...look }: BrandForm) {
  const pages = Object.entries({ missing, ended, password });
  return { ...look, ...Object.fromEntries(pages.filter(([, { title, message }]) => title !== "" || message !== "")) };
}
