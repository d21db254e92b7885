export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "@/app/api/url/[id]/delete/route";
