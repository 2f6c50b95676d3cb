import { cx } from '@inaam/ui/cx';

/**
 * The first grapheme: one visible letter may consist of several code points. Firefox before 125 has no segmenter, so it
 * shows the first code point with the combining marks after it.
 */
function firstLetter(text: string): string {
  const trimmed = text.trim();
  if (!('Segmenter' in Intl)) return /^.\p{M}*/su.exec(trimmed)?.[0] ?? '';
  return new Intl.Segmenter('en-IN').segment(trimmed).containing(0)?.segment ?? '';
}

/** Initials of first and last name; the first letter of the e-mail address if both names are empty. */
export function getInitials(user: { first_name: string; last_name: string; email: string }): string {
  const initials = firstLetter(user.first_name) + firstLetter(user.last_name);
  return (initials || firstLetter(user.email)).toLocaleUpperCase('en-IN');
}

/** Red for Google users, blue for e-mail users; a label for screen readers names the kind of user. */
export function Avatar({
  user,
}: {
  user: { first_name: string; last_name: string; email: string; firebase_uid: string | null };
}) {
  const google = user.firebase_uid !== null;
  return (
    <span
      title={google ? 'Google user' : 'Email user'}
      className={cx(
        'grid size-9 shrink-0 place-items-center rounded-full text-xs font-semibold',
        google ? 'bg-bad-soft text-bad' : 'bg-focus/16 text-focus',
      )}
    >
      <span aria-hidden>{getInitials(user)}</span>
      <span className="sr-only">{google ? 'Google user' : 'Email user'}</span>
    </span>
  );
}
