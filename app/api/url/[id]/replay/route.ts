import { endpoint } from "@/lib/http/endpoint";
import { replayVisits } from "@/lib/resources/links/replay/schema";
import { presentReplay, replay } from "@/lib/resources/links/replay/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  replayVisits,
  async ({ actor, params, body, signal }) => presentReplay(await replay(actor, params.id, body, signal)),
);
