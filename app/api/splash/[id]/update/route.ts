import { endpoint } from "@/lib/http/endpoint";
import { changeSplashPage } from "@/lib/resources/splash-pages/schema";
import { updateSplashPage } from "@/lib/resources/splash-pages/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  changeSplashPage,
  async ({ actor, params, body, versions, setVersion }) => {
    setVersion(await updateSplashPage(actor, params.id, body, versions));
    return { message: "The splash page has been updated." };
  },
);
