import { cx } from '@inaam/ui/cx';
import { FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { findSizeProblem } from './file-size.ts';

/** A box that accepts a dropped text file and opens the browser's file chooser on a click. */
export function FileBox({
  label,
  title,
  hint,
  maxMegabytes,
  onFile,
  onRefused,
}: {
  /** The label for screen readers. */
  label: string;
  title: string;
  hint: string;
  /** A file above this limit is refused without reading the file. */
  maxMegabytes: number;
  onFile: (file: File) => void;
  /** @param problem names the file and the limit */
  onRefused: (problem: string) => void;
}) {
  const fileId = useId();
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  return (
    <label
      htmlFor={fileId}
      className={cx(
        'relative grid justify-items-center gap-1 rounded-card border border-dashed p-5 text-center has-focus-visible:outline-2 has-focus-visible:outline-focus',
        isDraggedOver ? 'border-accent bg-accent-soft' : 'border-edge bg-sunken',
      )}
    >
      <FileUp aria-hidden className="size-6 text-accent" />
      <span className="font-semibold">{title}</span>
      <span className="text-xs text-muted">{hint}</span>
      <input
        id={fileId}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        aria-label={label}
        // The input covers the whole box, so that the browser handles a dropped file.
        className="absolute inset-0 cursor-pointer opacity-0"
        onDragEnter={() => setIsDraggedOver(true)}
        onDragLeave={() => setIsDraggedOver(false)}
        onDrop={() => setIsDraggedOver(false)}
        onChange={(event) => {
          const file = event.target.files?.[0];
          const problem = file && findSizeProblem(file, maxMegabytes);
          if (problem !== undefined) onRefused(problem);
          else if (file) onFile(file);
          // Without a reset, choosing the corrected file again fires no event.
          event.target.value = '';
        }}
      />
    </label>
  );
}
