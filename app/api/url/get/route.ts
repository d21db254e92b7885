import * as urls from "@/app/api/urls/route";
import { calledAs } from "@/lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = calledAs("/api/url/get", urls.GET);
