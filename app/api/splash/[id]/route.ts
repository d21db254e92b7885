import { endpoint } from "@/lib/http/endpoint";
import { showSplashPage } from "@/lib/resources/splash-pages/schema";
import { getSplashPage, presentSplashDetails } from "@/lib/resources/splash-pages/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  showSplashPage,
  async ({ actor, params, setVersion }) => {
    const page = await getSplashPage(actor, params.id);
    setVersion(page.updatedAt);
    return { data: presentSplashDetails(page) };
  },
);
