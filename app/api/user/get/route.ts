import * as user from "@/app/api/user/[id]/route";
import { calledAs } from "@/lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = calledAs("/api/user/get", user.GET);
