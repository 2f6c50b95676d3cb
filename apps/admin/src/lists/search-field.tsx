import { Button, IconButton } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { SEARCH_KEY } from '../app/keyboard.ts';
import type { SearchFilter } from './filters.ts';

const MAX_SEARCH = 200;

/**
 * The position of a field: the list's main search, another text filter in the same row, or a labelled field in the
 * menu.
 */
type Place = 'main' | 'line' | 'menu';

/** The main search takes the space that other filters leave. */
function getWidthClass({ submit }: SearchFilter, place: Place): string | undefined {
  if (submit) return 'min-w-0 grow sm:min-w-44 sm:max-lg:w-44';
  if (place === 'menu') return undefined;
  return place === 'main' ? 'w-full sm:w-40 sm:max-w-96 sm:shrink-0 sm:grow' : 'w-32 shrink-0';
}

/** A search that reloads the list after a pause in typing, and follows other changes of the URL (Back, a chip). */
export function SearchField({
  filter,
  value,
  onSearch,
  place = 'main',
}: {
  filter: SearchFilter;
  value: string;
  onSearch: (search: string | undefined) => void;
  /** The position of the field. The key `/` focuses the main search. */
  place?: Place;
}) {
  const [text, setText] = useState(value);
  const [previousValue, setPreviousValue] = useState(value);
  const [sentValue, setSentValue] = useState(value);
  if (value !== previousValue) {
    setPreviousValue(value);
    // The value that this field sent returns as `value` during further typing. Only other values replace the text.
    if (value !== sentValue) {
      setSentValue(value);
      setText(value);
    }
  }
  const search = text.trim();
  const send = () => {
    setSentValue(search);
    onSearch(search || undefined);
  };
  const sendLater = useEffectEvent(send);
  useEffect(() => {
    if (search === sentValue) return;
    const timer = setTimeout(() => sendLater(), filter.delayMs);
    return () => clearTimeout(timer);
  }, [search, sentValue, filter.delayMs]);

  const clear = () => {
    setText('');
    setSentValue('');
    onSearch(undefined);
  };
  const field = (
    <Field
      type="search"
      label={filter.label}
      hideLabel={place !== 'menu'}
      placeholder={filter.placeholder}
      maxLength={MAX_SEARCH}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && search !== sentValue) send();
      }}
      {...(place === 'main' && { 'aria-keyshortcuts': SEARCH_KEY })}
      className={getWidthClass(filter, place)}
    />
  );
  if (!filter.submit) return field;
  return (
    <div className="flex w-full gap-2 sm:w-auto sm:max-w-lg sm:shrink-0 sm:grow">
      {field}
      <IconButton label="Clear search" disabled={text === ''} onClick={clear}>
        <X aria-hidden className="size-4" />
      </IconButton>
      <Button onClick={() => send()}>{filter.submit}</Button>
    </div>
  );
}
