import { getEntry } from "@/lib/resources/users/directory";
import { ownedRowLoader } from "../../../_lib/owned-row-loader";
import { administrator } from "../../administrator";

/** The user whose id is in the address. */
export const namedUser = async (id: string) => {
  await administrator();
  return listed(id);
};

const listed = ownedRowLoader(getEntry);
