// A file of its own, because a dynamic import of all of Mantine would load all of it.
export { ColorInput } from "@mantine/core";
