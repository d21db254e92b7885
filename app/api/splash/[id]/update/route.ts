import { endpoint } from "@/lib/api/endpoint";
import { changeSplashPage } from "@/lib/splash/operations";
import { updateSplashPage } from "@/lib/splash/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  changeSplashPage,
  async ({ actor, params, body }) => {
    await updateSplashPage(actor, params.id, body);
    return { message: "The splash page has been updated." };
  },
);
