import { createContext, type TransitionStartFunction, use } from "react";

const none: [boolean, TransitionStartFunction] = [false, (work) => void work()];

/** Whether a file is being uploaded, and a function that uploads one. Saving waits for uploads. */
export const Uploading = createContext(none);

export const useUploading = () => use(Uploading);
