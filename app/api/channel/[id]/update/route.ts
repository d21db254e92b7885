import { endpoint } from "@/lib/http/endpoint";
import { changeChannel } from "@/lib/resources/channels/schema";
import { updateChannel } from "@/lib/resources/channels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  changeChannel,
  async ({ actor, params, body, versions, setVersion }) => {
    setVersion(await updateChannel(actor, params.id, body, versions));
    return { message: "The channel has been updated." };
  },
);
