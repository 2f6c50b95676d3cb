import type { PictureUse } from '@inaam/contracts/pictures/pictures';
import { Button } from '@inaam/ui/button';
import { ImageUp, X } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { getErrorText } from '../../../app/errors.ts';
import { findSizeProblem } from '../../../files/file-size.ts';
import { shrinkPicture } from './shrink.ts';

/** Photos of phones are usually smaller. */
const MAX_MEGABYTES = 20;

/**
 * A picture, with the buttons that upload or remove the picture.
 * @param value the picture's URL or path; '' for none
 * @param shown the path to display, if it differs from the value
 * @param upload sends the chosen file and returns the path of the stored picture
 */
export function PictureUpload({
  what,
  use,
  value,
  shown = value,
  onChange,
  upload,
}: {
  what: string;
  use: PictureUse;
  value: string;
  shown?: string;
  onChange: (value: string) => void;
  upload: (input: { use: PictureUse; data: string }) => Promise<{ picture_url: string }>;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // Without a reset, choosing the same file again fires no event.
    target.value = '';
    if (!file) return;
    const tooLarge = findSizeProblem(file, MAX_MEGABYTES);
    setProblem(tooLarge);
    if (tooLarge !== undefined) return;
    setBusy(true);
    try {
      onChange((await upload({ use, data: await shrinkPicture(file) })).picture_url);
    } catch (error) {
      setProblem(getErrorText(error, (error instanceof Error && error.message) || 'The picture could not be uploaded'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      {shown.startsWith('/') && (
        <img
          src={shown}
          alt={`Preview: ${what}`}
          className={`rounded-control bg-sunken object-cover ${use === 'offer' ? 'h-18 w-32' : 'size-12'}`}
        />
      )}
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
        aria-label={`${what}: choose a file`}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void choose(event)}
      />
      <Button
        small
        busy={busy}
        busyLabel="Uploading..."
        icon={<ImageUp aria-hidden className="size-4" />}
        onClick={() => input.current?.click()}
      >
        Upload<span className="sr-only"> {what}</span>
      </Button>
      {value !== '' && (
        <Button small variant="quiet" icon={<X aria-hidden className="size-4" />} onClick={() => onChange('')}>
          Remove<span className="sr-only"> {what}</span>
        </Button>
      )}
      {problem && (
        <p role="alert" className="w-full text-sm text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}
