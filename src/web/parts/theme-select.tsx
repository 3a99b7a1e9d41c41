import { type SelectHTMLAttributes, useState } from 'react';
import { chooseTheme, currentTheme, type Theme, themeNames, themes } from './theme.ts';

/** The choice of the colours of the page in this browser. */
export function ThemeSelect(input: SelectHTMLAttributes<HTMLSelectElement>) {
  const [theme, setTheme] = useState(currentTheme);
  return (
    <select
      {...input}
      value={theme}
      onChange={({ target }) => {
        const chosen = target.value as Theme;
        chooseTheme(chosen);
        setTheme(chosen);
      }}
    >
      {themes.map((one) => (
        <option key={one} value={one}>
          {themeNames[one]}
        </option>
      ))}
    </select>
  );
}
