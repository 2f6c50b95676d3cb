/** Reads and applies the chosen theme. Separate from the switch, because apps use it before the first paint. */

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';
const isChosen = (value: unknown): value is 'light' | 'dark' => value === 'light' || value === 'dark';

/** The choice on this device; 'system' if none is stored or storage is unavailable. */
export function readStoredTheme(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return isChosen(value) ? value : 'system';
  } catch {
    return 'system';
  }
}

/** Applies and stores a theme. An app calls `applyTheme(readStoredTheme())` before its first paint. */
export function applyTheme(theme: Theme): void {
  if (isChosen(theme)) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  try {
    if (isChosen(theme)) localStorage.setItem(KEY, theme);
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable (private mode): the theme lasts until the page is reloaded.
  }
}
