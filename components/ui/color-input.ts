// This file is imported when it is needed. To import `@mantine/core` like that would load all of Mantine.
export { ColorInput } from "@mantine/core";
