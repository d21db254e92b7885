// Where Next alone answers. server.ts answers these addresses before Next is asked.
export { handleVisit as GET, handleVisit as HEAD, handleVisit as POST } from "@/lib/visits/web";
