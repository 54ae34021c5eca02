import { FormSelect, FormSelectOption } from "@patternfly/react-core";
import { texts } from "../texts/index.ts";
import { chooseTheme, themes, useTheme } from "./theme.ts";

export function ThemeChoice() {
  const theme = useTheme();
  return (
    <FormSelect
      value={theme}
      aria-label={texts.app.theme}
      onChange={(_, chosen) => chooseTheme(themes.find((candidate) => candidate === chosen) ?? "system")}
    >
      {themes.map((candidate) => (
        <FormSelectOption key={candidate} value={candidate} label={texts.app.themes[candidate]} />
      ))}
    </FormSelect>
  );
}
