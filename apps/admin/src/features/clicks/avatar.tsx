import { cx } from '@inaam/ui/cx';

/**
 * The first grapheme: what people see as one letter may be several code points. Firefox before 125 has no segmenter and
 * gets the first code point with its marks.
 */
function firstLetter(text: string): string {
  const trimmed = text.trim();
  if (!('Segmenter' in Intl)) return /^.\p{M}*/su.exec(trimmed)?.[0] ?? '';
  return new Intl.Segmenter('en-IN').segment(trimmed).containing(0)?.segment ?? '';
}

/** Initials of first and last name; the first letter of the e-mail address where both are empty. */
export function getInitials(user: { first_name: string; last_name: string; email: string }): string {
  const both = firstLetter(user.first_name) + firstLetter(user.last_name);
  return (both || firstLetter(user.email)).toLocaleUpperCase('en-IN');
}

/** Red for Google users, blue for e-mail users; a hidden label says so too. */
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
