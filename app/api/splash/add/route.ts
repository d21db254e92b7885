import { endpoint } from "@/lib/http/endpoint";
import { addSplashPage } from "@/lib/resources/splash-pages/schema";
import { createSplashPage } from "@/lib/resources/splash-pages/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addSplashPage, async ({ actor, body }) => {
  const { id } = await createSplashPage(actor, body);
  return { id };
});
