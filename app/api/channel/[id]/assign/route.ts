import * as assign from "@/app/api/channel/[id]/assign/[type]/[itemid]/route";
import { calledAs } from "@/lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = calledAs("/api/channel/{id}/assign", assign.POST);
