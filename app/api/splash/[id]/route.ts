import { endpoint } from "@/lib/api/endpoint";
import { showSplashPage } from "@/lib/splash/operations";
import { presentSplashDetails } from "@/lib/splash/presenter";
import { getSplashPage } from "@/lib/splash/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showSplashPage, async ({ actor, params }) => ({
  data: presentSplashDetails(await getSplashPage(actor, params.id)),
}));
