import { endpoint } from "@/lib/api/endpoint";
import { health } from "@/lib/health/operations";

export const { GET, POST, PUT, PATCH, DELETE } = endpoint(health, async () => ({ status: "live" as const }));
