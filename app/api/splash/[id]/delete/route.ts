import { endpoint } from "@/lib/api/endpoint";
import { removeSplashPage } from "@/lib/splash/operations";
import { deleteSplashPage } from "@/lib/splash/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeSplashPage, async ({ actor, params }) => {
  await deleteSplashPage(actor, params.id);
  return { message: "The splash page has been deleted." };
});
