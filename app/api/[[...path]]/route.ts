import { unknownPath } from "@/lib/api/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = unknownPath;
