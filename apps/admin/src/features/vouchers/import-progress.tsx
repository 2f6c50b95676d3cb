import { Banner } from '@inaam/ui/banner';
import type { Import } from './use-import.ts';

/** How far the import has come; what was saved when it stopped. */
export function ImportProgress({ importing: { progress, running, failed } }: { importing: Import }) {
  const { sent = 0, total = 1 } = progress ?? {};
  const words = `${sent.toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')} codes saved`;
  return (
    <>
      {running && progress && (
        <div>
          <p role="status" className="mb-1 text-sm tabular-nums">
            {words}
          </p>
          <div
            role="progressbar"
            aria-label="Import"
            aria-valuenow={Math.round((sent / total) * 100)}
            aria-valuetext={words}
            className="h-2 overflow-hidden rounded-full bg-sunken"
          >
            <div className="h-full rounded-full bg-accent" style={{ width: `${(sent / total) * 100}%` }} />
          </div>
        </div>
      )}
      {failed && (
        <Banner tone="error" title="Failed to create voucher(s)">
          {failed} {progress ? `${words}; ` : 'Nothing was saved; '}
          “Save the rest” goes on from there.
        </Banner>
      )}
    </>
  );
}
