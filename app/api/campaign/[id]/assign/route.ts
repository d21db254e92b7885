import * as assign from "@/app/api/campaign/[id]/assign/[linkid]/route";
import { calledAs } from "@/lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = calledAs("/api/campaign/{id}/assign", assign.POST);
