import { ColorSwatch, TextInput } from "@mantine/core";
import { useLateField } from "./use-late-field";

const swatches = ["#5C7CFA", "#15AABF", "#12B886", "#82C91E", "#FAB005", "#FD7E14", "#FA5252", "#BE4BDB", "#868E96"];

const loadColorInput = () => import("./color-input").then((module) => module.ColorInput);

interface ColorFieldProps {
  label: string;
  value: string;
  error?: string;
  onChange: (value: string) => void;
}

/** A color: one of a few swatches, or a typed value. The swatches are loaded when the field gets the focus. */
export function ColorField({ onChange, ...props }: ColorFieldProps) {
  const { loaded, input } = useLateField(loadColorInput);
  if (!loaded) {
    const color = /^#(?:[\da-f]{3}){1,2}$/i.test(props.value) ? props.value : "#fff";
    return (
      <TextInput
        {...input}
        {...props}
        autoComplete="off"
        spellCheck={false}
        leftSection={<ColorSwatch color={color} size="1.375rem" />}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <loaded.Field
      ref={loaded.ref}
      size="md"
      swatches={swatches}
      swatchesPerRow={swatches.length}
      withEyeDropper={false}
      withPicker={false}
      fixOnBlur={false}
      onChange={onChange}
      {...props}
    />
  );
}
