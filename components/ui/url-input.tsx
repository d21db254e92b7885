import { TextInput, type TextInputProps } from "@mantine/core";
import { completeUrl } from "@/lib/contract/url";

interface UrlInputProps extends Omit<TextInputProps, "value" | "onChange" | "onBlur" | "inputMode"> {
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
  /** hears when the field is left */
  onLeave?: () => void;
}

/** A field for a URL. What is typed without a scheme gets one when the field is left, or sent with Enter. */
export function UrlInput({ value, onChange, onLeave, ...props }: UrlInputProps) {
  const complete = () => {
    const url = completeUrl(value);
    if (url !== value) onChange({ currentTarget: { value: url } });
  };
  return (
    <TextInput
      {...props}
      inputMode="url"
      value={value}
      onChange={onChange}
      onBlur={() => {
        complete();
        onLeave?.();
      }}
      onKeyDown={(event) => event.key === "Enter" && complete()}
    />
  );
}
