/** The choice of theme without the switch: what an app needs before its first paint. */

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';
const isChosen = (value: unknown): value is 'light' | 'dark' => value === 'light' || value === 'dark';

/** What the person chose on this device; 'system' where nothing was, or storage is not to be had. */
export function storedTheme(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return isChosen(value) ? value : 'system';
  } catch {
    return 'system';
  }
}

/**
 * Puts a theme on the document and keeps the choice. An app calls `applyTheme(storedTheme())` before its first paint.
 */
export function applyTheme(theme: Theme): void {
  if (isChosen(theme)) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  try {
    if (isChosen(theme)) localStorage.setItem(KEY, theme);
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is refused (private mode): the theme holds until the tab is closed.
  }
}
