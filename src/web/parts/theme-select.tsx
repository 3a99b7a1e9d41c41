import { type SelectHTMLAttributes, useState } from 'react';

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

/** The colour scheme that a person chose; `system` follows the operating system. */
const themes = ['system', 'light', 'dark'] as const;

type Theme = (typeof themes)[number];

const themeNames: Readonly<Record<Theme, string>> = { system: 'System colors', light: 'Light', dark: 'Dark' };

const cookie = 'plumbline_theme';

function currentTheme(): Theme {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Keeps the choice in a cookie, so that the service writes it into the page and nothing flashes. */
function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  document.cookie = `${cookie}=${theme}; path=/; max-age=31536000; samesite=lax`;
}
