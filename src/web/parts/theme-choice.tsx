import { useState } from 'react';
import { Segments } from './segments/segments.tsx';
import { chooseTheme, currentTheme, themeNames, themes } from './theme.ts';

/** The choice of the colours of the page in this browser. */
export function ThemeChoice() {
  const [theme, setTheme] = useState(currentTheme);
  return (
    <Segments
      label="Colors"
      value={theme}
      options={themes.map((one) => [one, themeNames[one]])}
      onChange={(chosen) => {
        chooseTheme(chosen);
        setTheme(chosen);
      }}
    />
  );
}
