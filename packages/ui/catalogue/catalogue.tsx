import { useState } from 'react';
import { Select } from '../src/select.tsx';
import { ThemeSwitch } from '../src/theme-switch.tsx';
import { entries } from './entries.ts';

/** Selects the app whose sizes are shown; `admin` is denser. The theme reads the choice from the document. */
function DensitySelect() {
  const [app, setApp] = useState('user');
  return (
    <Select
      label="Sizes of"
      value={app}
      onChange={({ target }) => {
        setApp(target.value);
        document.documentElement.dataset['app'] = target.value;
      }}
    >
      <option value="user">the users’ app</option>
      <option value="admin">the back-office</option>
    </Select>
  );
}

/** Every component of packages/ui in its states, and every state of a list. `npm run catalogue` serves it. */
export const Catalogue = () => (
  <main className="mx-auto grid max-w-5xl grid-cols-1 gap-8 p-4">
    <header className="flex flex-wrap items-end justify-between gap-4">
      <h1 className="text-2xl">Components</h1>
      <div className="flex flex-wrap items-end gap-4">
        <DensitySelect />
        <ThemeSwitch />
      </div>
    </header>
    {Object.entries(entries).map(([name, Entry]) => (
      <section key={name} id={name} aria-labelledby={`${name}-title`} className="grid min-w-0 grid-cols-1 gap-3">
        <h2 id={`${name}-title`} className="border-b border-line pb-1 text-lg">
          {name}
        </h2>
        <div className="flex min-w-0 flex-wrap items-start gap-4 *:max-w-full">
          <Entry />
        </div>
      </section>
    ))}
  </main>
);
