export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "@/app/api/user/add/route";
