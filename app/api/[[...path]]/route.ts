import { unknownPath } from "@/lib/api/endpoint";

export const { GET, POST, PUT, PATCH, DELETE } = unknownPath;
