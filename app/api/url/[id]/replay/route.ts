import { endpoint } from "@/lib/http/endpoint";
import { replay } from "@/lib/visits/replay";
import { replayVisits } from "@/lib/visits/replay-operations";
import { presentReplay } from "@/lib/visits/replay-presenter";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  replayVisits,
  async ({ actor, params, body, signal }) => presentReplay(await replay(actor, params.id, body, signal)),
);
