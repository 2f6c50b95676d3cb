import { Dialog } from '@inaam/ui/dialog';
import { Fragment } from 'react';
import { goHint } from '../app/go-keys.ts';
import { getCommandKey } from '../app/keyboard.ts';
import { entries } from '../app/shell/navigation.ts';

const groups = (): { title: string; keys: { keys: string[]; action: string }[] }[] => [
  {
    title: 'Everywhere',
    keys: [
      { keys: [getCommandKey(), 'K'], action: 'Search everywhere' },
      { keys: ['/'], action: 'Search the list on the page' },
      ...entries.flatMap(({ to, label }) => {
        const letters = goHint(to)?.split(' ');
        return letters ? [{ keys: letters, action: label }] : [];
      }),
      { keys: ['?'], action: 'Show these shortcuts' },
      { keys: ['Esc'], action: 'Close the dialog or panel' },
    ],
  },
  {
    title: 'In the evidence panel',
    keys: [
      { keys: ['J'], action: 'Next in the list, also →' },
      { keys: ['K'], action: 'Previous in the list, also ←' },
    ],
  },
  {
    title: 'In lists',
    keys: [
      { keys: ['J'], action: 'Next row' },
      { keys: ['K'], action: 'Previous row' },
      { keys: ['Enter'], action: 'Open the row’s record, like a click on the row' },
      { keys: ['X'], action: 'Select the row' },
      { keys: ['C'], action: 'Create an offer or vouchers' },
      { keys: ['E'], action: 'Edit the offer that is open' },
      { keys: ['Shift', 'click'], action: 'Select all rows from the last one clicked to this one' },
      { keys: ['!'], action: 'Flag the selected users (Fraud Detection)' },
      { keys: ['-'], action: 'Unflag the selected users (Fraud Detection)' },
    ],
  },
];

const Key = ({ children }: { children: string }) => (
  <kbd className="inline-grid min-h-6 min-w-6 place-items-center rounded-control border border-edge bg-sunken px-1.5 font-sans text-xs">
    {children}
  </kbd>
);

export const ShortcutsHelp = ({ onClose }: { onClose: () => void }) => (
  <Dialog open onOpenChange={onClose} title="Keys" description="Shortcuts are off while you type.">
    {/* Focusable, so that the list scrolls by keyboard in a low window. */}
    <div className="grid gap-5 rounded-control" role="region" aria-label="List of keys" tabIndex={0}>
      {groups().map(({ title, keys }) => (
        <section key={title} aria-label={title}>
          <h3 className="text-sm text-muted">{title}</h3>
          <dl className="mt-1 divide-y divide-line">
            {keys.map(({ keys: pressed, action }) => (
              <div key={action} className="flex items-center justify-between gap-4 py-2">
                <dt>{action}</dt>
                <dd className="flex shrink-0 items-center gap-1">
                  {pressed.map((key, index) => (
                    <Fragment key={key}>
                      {index > 0 && <span className="sr-only"> and </span>}
                      <Key>{key}</Key>
                    </Fragment>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
);
