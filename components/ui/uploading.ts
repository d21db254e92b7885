import { createContext, type TransitionStartFunction, use } from "react";

const none: [boolean, TransitionStartFunction] = [false, (work) => void work()];

/** Whether a file of an editor is on its way, and what sends one. Nothing is saved without what is on its way. */
export const Uploading = createContext(none);

export const useUploading = () => use(Uploading);
