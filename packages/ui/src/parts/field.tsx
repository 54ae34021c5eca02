import { FormGroup, FormHelperText, HelperText, HelperTextItem, TextArea, TextInput } from "@patternfly/react-core";
import type { ReactNode } from "react";

type Frame = Readonly<{ id: string; label: string; help?: ReactNode; problem?: string | null; required?: boolean }>;

/** A labelled place for any control, with help or what is wrong below it. */
export function Field({ id, label, help, problem, required = false, children }: Frame & { children: ReactNode }) {
  return (
    <FormGroup label={label} fieldId={id} isRequired={required}>
      {children}
      {(problem || help) && (
        <FormHelperText>
          <HelperText id={`${id}-help`} aria-live="polite">
            <HelperTextItem variant={problem ? "error" : "default"}>{problem || help}</HelperTextItem>
          </HelperText>
        </FormHelperText>
      )}
    </FormGroup>
  );
}

type Text = Frame &
  Readonly<{
    value: string;
    onChange: (value: string) => void;
    disabled?: boolean;
    placeholder?: string;
    type?: "text" | "password" | "number";
    /** Suggestions shown while typing. */
    suggestions?: readonly string[];
  }>;

export function TextField({ value, onChange, disabled, placeholder, type = "text", suggestions, ...frame }: Text) {
  const { id, problem, required, help } = frame;
  return (
    <Field {...frame}>
      <TextInput
        id={id}
        type={type}
        value={value}
        onChange={(_, text) => onChange(text)}
        validated={problem ? "error" : "default"}
        isRequired={required ?? false}
        isDisabled={disabled ?? false}
        aria-describedby={problem || help ? `${id}-help` : undefined}
        aria-invalid={problem ? true : undefined}
        {...(placeholder !== undefined && { placeholder })}
        {...(suggestions && { list: `${id}-list` })}
        autoComplete="off"
      />
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </Field>
  );
}

export function TextAreaField({
  value,
  onChange,
  disabled,
  placeholder,
  rows = 4,
  code = false,
  ...frame
}: Text & { rows?: number; code?: boolean }) {
  const { id, problem, required, help } = frame;
  return (
    <Field {...frame}>
      <TextArea
        id={id}
        value={value}
        rows={rows}
        resizeOrientation="vertical"
        onChange={(_, text) => onChange(text)}
        validated={problem ? "error" : "default"}
        isRequired={required ?? false}
        disabled={disabled ?? false}
        aria-describedby={problem || help ? `${id}-help` : undefined}
        aria-invalid={problem ? true : undefined}
        spellCheck={false}
        className={code ? "mu-code" : ""}
        {...(placeholder !== undefined && { placeholder })}
      />
    </Field>
  );
}
