import { endpoint } from "@/lib/api/endpoint";
import { addSplashPage } from "@/lib/splash/operations";
import { createSplashPage } from "@/lib/splash/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addSplashPage, async ({ actor, body }) => {
  const { id } = await createSplashPage(actor, body);
  return { id };
});
