import type { SplashContent } from "@/lib/resources/splash-pages/schema";

/** The editor's form, with the API's field names. Empty text means not set. */
export interface SplashForm {
  name: string;
  content: { title: string; message: string; image: string; button: string; countdown: string; skip: boolean };
}

export const emptySplash: SplashForm = {
  name: "",
  content: { title: "", message: "", image: "", button: "", countdown: "", skip: true },
};

export const splashForm = (name: string, content: SplashContent): SplashForm => ({
  name,
  content: { ...emptySplash.content, skip: false, ...content, countdown: String(content.countdown ?? "") },
});
