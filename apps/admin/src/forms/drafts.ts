import { readStoredAdmin } from '../app/auth.tsx';

/**
 * Text of forms that is not saved yet. Kept in this tab, so that it survives a reload and a new sign-in. Removed when
 * the form is saved or left, and when the admin signs out.
 */
const PREFIX = 'draft:';

/** Another admin in this tab must not find it. */
const toKey = (name: string): string => `${PREFIX}${readStoredAdmin()?.username ?? ''}:${name}`;

/** @returns undefined where there is none, or where it cannot be read */
export function readDraft(name: string): unknown {
  try {
    const text = sessionStorage.getItem(toKey(name));
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param draft undefined removes it */
export function storeDraft(name: string, draft: unknown): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(toKey(name));
    else sessionStorage.setItem(toKey(name), JSON.stringify(draft));
  } catch {
    // Storage is unavailable or full: the form works without a draft.
  }
}

/** Removes all drafts, on signing out. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Storage is unavailable: there are no drafts.
  }
}
