import { endpoint } from "@/lib/http/endpoint";
import { removeSplashPage } from "@/lib/resources/splash-pages/schema";
import { deleteSplashPage } from "@/lib/resources/splash-pages/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeSplashPage, async ({ actor, params }) => {
  await deleteSplashPage(actor, params.id);
  return { message: "The splash page has been deleted." };
});
