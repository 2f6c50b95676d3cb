import { Field } from '@inaam/ui/field';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SearchFilter } from './filters.ts';

const MAX_SEARCH = 200;

/** A search that follows typing after a pause, and follows the address when that changes by other means (Back, a chip). */
export function SearchField({
  filter,
  value,
  onSearch,
}: {
  filter: SearchFilter;
  value: string;
  onSearch: (search: string | undefined) => void;
}) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // What this field sent comes back while the person types on; only a foreign change replaces what was typed.
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }
  const search = text.trim();
  const send = () => {
    setSent(search);
    onSearch(search || undefined);
  };
  const sendLater = useEffectEvent(send);
  useEffect(() => {
    if (search === sent) return;
    const timer = setTimeout(() => sendLater(), filter.delayMs);
    return () => clearTimeout(timer);
  }, [search, sent, filter.delayMs]);

  return (
    <Field
      type="search"
      label={filter.label}
      hideLabel
      placeholder={filter.placeholder}
      maxLength={MAX_SEARCH}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && search !== sent) send();
      }}
      className="w-full sm:w-64"
    />
  );
}
