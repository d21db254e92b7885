import * as url from "@/app/api/url/[id]/route";
import { calledAs } from "@/lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = calledAs("/api/url/stats", url.GET);
