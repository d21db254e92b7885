import { endpoint } from "@/lib/http/endpoint";
import { changeOverlay } from "@/lib/resources/overlays/schema";
import { updateOverlay } from "@/lib/resources/overlays/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  changeOverlay,
  async ({ actor, params, body, versions, setVersion }) => {
    setVersion(await updateOverlay(actor, params.id, body, versions));
    return { message: "The overlay has been updated." };
  },
);
