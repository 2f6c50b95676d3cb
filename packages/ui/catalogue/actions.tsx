import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass, IconButton } from '../src/button.tsx';
import { CopyButton } from '../src/copy-button.tsx';
import { Pagination } from '../src/pagination.tsx';
import { TabPanel, Tabs } from '../src/tabs.tsx';
import { ThemeSwitch } from '../src/theme-switch.tsx';
import { LONG } from './texts.ts';

const VARIANTS = ['primary', 'prize', 'tonal', 'secondary', 'quiet', 'danger'] as const;

function Pages() {
  const [page, setPage] = useState(7);
  return (
    <div className="grid w-full gap-4">
      <Pagination page={page} totalPages={40} maxButtons={7} onPage={setPage} label="Many pages" />
      <Pagination page={1} totalPages={1} maxButtons={5} onPage={() => {}} label="One page" />
    </div>
  );
}

const TABS = [
  { id: 'inbox', label: 'Inbox', count: 12 },
  { id: 'settings', label: 'Settings' },
  { id: 'feed', label: 'Feed' },
  { id: 'tests', label: 'Conformance tests' },
] as const;

function TabRow() {
  const [tab, setTab] = useState<(typeof TABS)[number]['id']>('inbox');
  return (
    <Tabs tabs={TABS} value={tab} onChange={setTab} label="Parts of a network" className="w-full">
      {TABS.map(({ id, label }) => (
        <TabPanel key={id} id={id}>
          What {label} holds.
        </TabPanel>
      ))}
    </Tabs>
  );
}

export const actions = {
  button: () => (
    <>
      {VARIANTS.map((variant) => (
        <div key={variant} className="flex flex-wrap items-center gap-2">
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} small>
            small
          </Button>
          <Button variant={variant} icon={<Plus aria-hidden className="size-4" />}>
            with an icon
          </Button>
          <Button variant={variant} busy busyLabel="Saving…">
            busy
          </Button>
          <Button variant={variant} disabled>
            disabled
          </Button>
        </div>
      ))}
      <Button block>{LONG}</Button>
      <IconButton label="Add">
        <Plus aria-hidden className="size-4" />
      </IconButton>
      <a href="#button" className={buttonClass({ variant: 'primary' })}>
        A link as a button
      </a>
    </>
  ),
  'copy-button': () => (
    <>
      <CopyButton value="DEMO-1234" what="voucher code" />
      <CopyButton value="DEMO-1234" label="Copy code" small={false} />
    </>
  ),
  pagination: Pages,
  tabs: TabRow,
  'theme-switch': () => (
    <>
      <ThemeSwitch />
      <ThemeSwitch showLabels={false} />
    </>
  ),
};
