import { readStoredAdmin } from '../app/auth.tsx';

/**
 * Unsaved values of forms. Drafts are stored in this tab, so they survive a reload, and a new sign-in after the session
 * has expired. Saving or leaving the form removes the draft, and so does signing out.
 */
const PREFIX = 'draft:';

/** The key contains the username, because another admin in this tab must not see the draft. */
const toKey = (name: string): string => `${PREFIX}${readStoredAdmin()?.username ?? ''}:${name}`;

/** @returns undefined if there is no draft, or if the draft cannot be read */
export function readDraft(name: string): unknown {
  try {
    const text = sessionStorage.getItem(toKey(name));
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param draft undefined removes the stored draft */
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
