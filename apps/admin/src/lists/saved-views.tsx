import type { SavedView } from '@inaam/contracts/saved-views/saved-views';
import { Button, IconButton } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { Field } from '@inaam/ui/field';
import { Popover } from '@inaam/ui/popover';
import { Skeleton } from '@inaam/ui/skeleton';
import { Bookmark, BookmarkCheck, Pin, PinOff, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { getErrorText, getLoadError } from '../app/errors.ts';
import { FormProblems, getRefusedField } from '../forms/field-problems.tsx';
import { useFormGuard } from '../forms/use-form-guard.tsx';
import { Banner } from '../page/banner.tsx';
import { useViews } from './use-views.ts';

const MAX_NAME = 60;

/**
 * The saved views of this page's list: apply, make default, share, delete, save.
 * @param unfilteredQuery see {@link useViews}
 */
export function SavedViews({ unfilteredQuery = '' }: { unfilteredQuery?: string | undefined }) {
  const views = useViews(unfilteredQuery);
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const guard = useFormGuard({
    name: `view-${views.list}`,
    base: { values: { name: '' } },
    values: { name },
    restore: (typed) => {
      setName(typed.name);
      if (typed.name !== '') setOpen(true);
    },
    onClose: () => {
      setOpen(false);
      setName('');
    },
  });
  const { query, current } = views;
  const Icon = current ? BookmarkCheck : Bookmark;
  return (
    <Popover
      label="Saved views"
      open={open}
      onOpenChange={(next) => {
        if (next) setOpen(true);
        // While a save waits for a new sign-in, the sign-in dialog takes the focus, and the form must stay open.
        else if (!views.save.isPending) guard.close();
      }}
      trigger={
        <Button
          icon={<Icon aria-hidden className="size-4 shrink-0" />}
          title={current?.name}
          className="shrink-0 lg:order-1 lg:ml-auto"
        >
          Views
          {current && <span className="sr-only">, now {current.name}</span>}
        </Button>
      }
    >
      <h2 className="text-base">Saved views</h2>
      {query.error && !query.data ? (
        <Banner
          tone="error"
          title="The views could not be loaded"
          className="mt-2"
          action={
            <Button small busy={query.isFetching} onClick={() => void query.refetch()}>
              Retry
            </Button>
          }
        >
          {getLoadError(query.error)}
        </Banner>
      ) : !query.data ? (
        <Skeleton className="mt-2 h-8" />
      ) : views.views.length === 0 ? (
        <p className="mt-1 text-muted">Save filters that you use often. The default view opens with the list.</p>
      ) : (
        <ul className="-mx-2 mt-2 grid grid-cols-1">
          {views.views.map((view) => (
            <View
              key={view.view_id}
              view={view}
              isCurrent={view === current}
              address={views.getAddress(view)}
              onApply={() => {
                views.apply(view.search);
                setOpen(false);
              }}
              onDefault={() => views.setDefault(view)}
              onDelete={() => views.remove(view)}
            />
          ))}
        </ul>
      )}
      {guard.restored}
      <SaveForm views={views} name={name} onName={setName} />
      {guard.question}
    </Popover>
  );
}

function View({
  view: { name, is_default },
  isCurrent,
  address,
  onApply,
  onDefault,
  onDelete,
}: {
  view: SavedView;
  isCurrent: boolean;
  address: string;
  onApply: () => void;
  onDefault: () => void;
  onDelete: () => void;
}) {
  const PinIcon = is_default ? PinOff : Pin;
  return (
    <li className="flex items-center gap-1 rounded-control pr-1 hover:bg-sunken">
      <button
        type="button"
        aria-current={isCurrent || undefined}
        onClick={onApply}
        className="min-h-small min-w-0 grow rounded-control px-2 text-left aria-[current]:font-semibold"
      >
        <span className="block wrap-anywhere">{name}</span>
        {is_default && <span className="block text-xs font-normal text-muted">Default</span>}
      </button>
      <IconButton
        small
        label={is_default ? `Remove ${name} as the default` : `Make ${name} the default`}
        onClick={onDefault}
      >
        <PinIcon aria-hidden className="size-4" />
      </IconButton>
      <CopyButton value={address} label="Link" what={`of ${name}`} variant="quiet" />
      <IconButton small label={`Delete ${name}`} onClick={onDelete}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </li>
  );
}

/** Saves the current view under a name. A view of the same name is replaced; the form warns of this first. */
function SaveForm({
  views: { views, saveAs, save },
  name,
  onName,
}: {
  views: ReturnType<typeof useViews>;
  name: string;
  onName: (name: string) => void;
}) {
  const [isNameMissing, setIsNameMissing] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const refused = getRefusedField(save.error, { name: 'Name' });
  const typed = name.trim();
  const replacesView = views.some((view) => view.name === typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempts(attempts + 1);
    if (typed === '') setIsNameMissing(true);
    else saveAs(typed, () => onName(''));
  };
  return (
    <form noValidate onSubmit={submit} className="mt-3 grid gap-2 border-t border-line pt-3">
      <FormProblems attempts={attempts} error={save.error} />
      <Field
        label="Save the current filters as"
        placeholder="Name of the view"
        maxLength={MAX_NAME}
        autoComplete="off"
        value={name}
        onChange={(event) => {
          onName(event.target.value);
          setIsNameMissing(false);
          if (refused) save.reset();
        }}
        error={isNameMissing ? 'A name is required' : refused?.message}
        hint={replacesView && 'This replaces the view with the same name.'}
      />
      {save.error && !refused && (
        <Banner tone="error" title="The view was not saved" onDismiss={save.reset}>
          {getErrorText(save.error, 'Please try again.')}
        </Banner>
      )}
      <Button
        type="submit"
        variant="primary"
        busy={save.isPending}
        busyLabel="Saving..."
        className="justify-self-start"
      >
        Save view
      </Button>
    </form>
  );
}
