/** Reads and applies the chosen theme. Separate from the switch, because apps use it before the first paint. */

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';
const isChosen = (value: unknown): value is 'light' | 'dark' => value === 'light' || value === 'dark';

/** The choice on this page, which lasts until a reload if storage is unavailable. */
let choice: Theme | undefined;

/** The choice on this page, or else the one stored on this device; 'system' if there is none. */
export function readTheme(): Theme {
  if (choice !== undefined) return choice;
  try {
    const value = localStorage.getItem(KEY);
    return isChosen(value) ? value : 'system';
  } catch {
    return 'system';
  }
}

/** Applies and stores a theme. An app calls `applyTheme(readTheme())` before its first paint. */
export function applyTheme(theme: Theme): void {
  choice = theme;
  if (isChosen(theme)) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  try {
    if (isChosen(theme)) localStorage.setItem(KEY, theme);
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable (private mode): `choice` keeps the theme until the page is reloaded.
  }
}
