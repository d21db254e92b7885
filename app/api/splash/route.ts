import { endpoint } from "@/lib/api/endpoint";
import { pageOf, presentPage } from "@/lib/api/pagination";
import * as operations from "@/lib/splash/operations";
import { presentSplashPage } from "@/lib/splash/presenter";
import { listSplashPages } from "@/lib/splash/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.listSplashPages,
  async ({ actor, query }) => {
    const page = pageOf(query);
    return presentPage(page, await listSplashPages(actor, page), "splash", presentSplashPage);
  },
);
