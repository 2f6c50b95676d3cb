import { buttonClass } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { EmptyState } from '@inaam/ui/empty-state';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { getServerError } from '../app/errors.ts';
import type { Entry } from '../app/shell/navigation.ts';
import { FailedLoad } from './failed-load.tsx';

interface RecordPageTexts {
  /** `User` */
  title: string;
  /** `Failed to fetch user details` */
  failed: string;
  /** `There is no such user` */
  missing: string;
}

/** A record's page: a placeholder, a failure with Retry, a message that the record does not exist, or the content. */
export function RecordPage<Data>({
  query: { data, error, isFetching, refetch },
  words,
  back,
  figures = false,
  children,
}: {
  query: { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
  words: RecordPageTexts;
  /** The list that the record belongs to. */
  back: { to: Entry['to']; label: string };
  /** True if the placeholder starts with a row of figures, as the page does. */
  figures?: boolean;
  children: (data: Data) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  if (!error) {
    return (
      <Loading label={`Loading the ${words.title.toLowerCase()}`} className="grid gap-4">
        <title>{`${words.title} · Admin`}</title>
        <h1 className="sr-only">{words.title}</h1>
        <BackLink {...back} />
        <Skeleton className="h-control w-64 max-w-full" />
        {figures && <Skeleton className="h-26" />}
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <Skeleton className="h-80" />
          <Skeleton className="h-80" />
        </div>
      </Loading>
    );
  }
  if (getServerError(error)?.httpStatus === 404) {
    return (
      <EmptyState
        kind="no-match"
        heading="h1"
        title={words.missing}
        action={
          <Link to={back.to} className={buttonClass()}>
            {back.label}
          </Link>
        }
      >
        The URL may be mistyped.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-4">
      <BackLink {...back} />
      <FailedLoad
        heading="h1"
        title={words.failed}
        error={error}
        isFetching={isFetching}
        onRetry={() => void refetch()}
      />
    </div>
  );
}

/** Links a record's page to its list: above the title, or in the title's line, where phones show only the arrow. */
export const BackLink = ({ to, label, inLine = false }: { to: Entry['to']; label: string; inLine?: boolean }) => (
  <Link
    to={to}
    title={label}
    className={cx(
      'inline-flex print:hidden min-h-6 pointer-coarse:min-h-11 items-center gap-1 justify-self-start text-sm text-muted hover:text-text',
      inLine ? 'max-sm:-mx-3 max-sm:min-w-11 max-sm:justify-center' : '-mb-3',
    )}
  >
    <ChevronLeft aria-hidden className="size-4 shrink-0" />
    <span className={inLine ? 'max-sm:sr-only' : undefined}>{label}</span>
  </Link>
);
