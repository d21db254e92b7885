import { endpoint } from "@/lib/http/endpoint";
import { changePixel } from "@/lib/resources/pixels/schema";
import { updatePixel } from "@/lib/resources/pixels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  changePixel,
  async ({ actor, params, body, versions, setVersion }) => {
    setVersion(await updatePixel(actor, params.id, body, versions));
    return { message: "The pixel has been updated." };
  },
);
