import type { AppLinks } from "@/lib/resources/domains/schema";

/** The apps of a domain as text, one line for each. */
export interface AppLinksForm {
  apple: string;
  android: string;
}

export const appLinksForm = (apps: AppLinks | null): AppLinksForm => ({
  apple: apps?.apple.join("\n") ?? "",
  android:
    apps?.android
      .flatMap(({ package: name, fingerprints }) => fingerprints.map((fingerprint) => `${name} ${fingerprint}`))
      .join("\n") ?? "",
});

/** Makes the request from the lines. The server reports what is wrong with them. */
export function appLinksOf({ apple, android }: AppLinksForm): AppLinks {
  const apps = new Map<string, string[]>();
  for (const [name = "", ...fingerprints] of linesOf(android).map((line) => line.split(/\s+/))) {
    apps.set(name, [...(apps.get(name) ?? []), ...fingerprints]);
  }
  return {
    apple: linesOf(apple),
    android: [...apps].map(([name, fingerprints]) => ({ package: name, fingerprints })),
  };
}

const linesOf = (text: string) => text.split("\n").flatMap((line) => line.trim() || []);
