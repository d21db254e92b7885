import { endpoint } from "@/lib/http/endpoint";
import { replayVisits } from "@/lib/resources/links/replay/operations";
import { presentReplay } from "@/lib/resources/links/replay/presenter";
import { replay } from "@/lib/resources/links/replay/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  replayVisits,
  async ({ actor, params, body, signal }) => presentReplay(await replay(actor, params.id, body, signal)),
);
