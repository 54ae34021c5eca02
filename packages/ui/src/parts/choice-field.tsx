import { FormSelect, FormSelectOption } from "@patternfly/react-core";
import type { ReactNode } from "react";
import { Field } from "./field.tsx";

export type Choice<Value extends string> = Readonly<{ value: Value; label: string; disabled?: boolean }>;

export function ChoiceField<Value extends string>({
  choices,
  value,
  onChange,
  disabled = false,
  ...frame
}: Readonly<{
  id: string;
  label: string;
  help?: ReactNode;
  problem?: string | null;
  required?: boolean;
  choices: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  disabled?: boolean;
}>) {
  return (
    <Field {...frame}>
      <FormSelect
        id={frame.id}
        value={value}
        isDisabled={disabled}
        validated={frame.problem ? "error" : "default"}
        onChange={(_, chosen) => {
          const choice = choices.find((candidate) => candidate.value === chosen);
          if (choice) onChange(choice.value);
        }}
      >
        {choices.map((choice) => (
          <FormSelectOption
            key={choice.value}
            value={choice.value}
            label={choice.label}
            isDisabled={choice.disabled ?? false}
          />
        ))}
      </FormSelect>
    </Field>
  );
}
