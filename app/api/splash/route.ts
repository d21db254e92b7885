import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/splash-pages/schema";
import { listSplashPages, presentSplashPage } from "@/lib/resources/splash-pages/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.listSplashPages,
  async ({ actor, page }) => {
    return presentPage(page, await listSplashPages(actor, page), "splash", presentSplashPage);
  },
);
