/** Texts of the components. An app replaces them for other languages. */
export interface UiWords {
  readonly close: string;
  readonly dismiss: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly cancel: string;
  readonly showPassword: string;
  readonly hidePassword: string;
  readonly theme: string;
  readonly themeSystem: string;
  readonly themeLight: string;
  readonly themeDark: string;
  readonly broken: string;
  readonly retry: string;
}

let words: UiWords = {
  close: 'Close',
  dismiss: 'Dismiss',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying failed',
  cancel: 'Cancel',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  theme: 'Theme',
  themeSystem: 'System',
  themeLight: 'Light',
  themeDark: 'Dark',
  broken: 'This could not be shown',
  retry: 'Retry',
};

/** The current texts: read them while rendering. */
export const uiWords = (): UiWords => words;

export const setUiWords = (translated: UiWords): void => {
  words = translated;
};
