/** The colour scheme that a person chose; `system` follows the operating system. */
export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

/** The names of the colour schemes. */
export const themeNames: Readonly<Record<Theme, string>> = { system: 'System colors', light: 'Light', dark: 'Dark' };

const cookie = 'plumbline_theme';

export function currentTheme(): Theme {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Keeps the choice in a cookie, so that the service writes it into the page and nothing flashes. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  document.cookie = `${cookie}=${theme}; path=/; max-age=31536000; samesite=lax`;
}
