import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Sheet } from './sheet.tsx';
import { TopDialog } from './top-dialog.tsx';

afterEach(cleanup);

/** A bar whose button opens the navigation, which leads to a search or to another page. */
function Bar() {
  const [open, setOpen] = useState<'navigation' | 'search'>();
  return (
    <>
      <button type="button" onClick={() => setOpen('navigation')}>
        Menu
      </button>
      <main tabIndex={-1}>Page</main>
      <Sheet open={open === 'navigation'} onOpenChange={() => setOpen(undefined)} title="Navigation">
        <button type="button" onClick={() => setOpen('search')}>
          Search
        </button>
        <button
          type="button"
          onClick={() => {
            setOpen(undefined);
            // The linked page focuses itself as soon as the navigation has closed.
            setTimeout(() => screen.getByRole('main', { hidden: true }).focus());
          }}
        >
          Users
        </button>
      </Sheet>
      {open === 'search' && (
        <TopDialog title="Search everywhere" onClose={() => setOpen(undefined)}>
          <input aria-label="Words" />
        </TopDialog>
      )}
    </>
  );
}

function openMenu() {
  const menu = screen.getByRole('button', { name: 'Menu' });
  menu.focus();
  fireEvent.click(menu);
  return menu;
}

test("returns the focus to the navigation's button on closing", async () => {
  render(<Bar />);
  const menu = openMenu();
  fireEvent.keyDown(screen.getByRole('dialog', { name: 'Navigation' }), { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(menu));
});

test("returns the focus to the navigation's button after a search that was opened from the navigation", async () => {
  render(<Bar />);
  const menu = openMenu();
  const search = screen.getByRole('button', { name: 'Search' });
  search.focus();
  fireEvent.click(search);
  const words = await screen.findByLabelText('Words');
  await waitFor(() => expect(document.activeElement).toBe(words));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(document.activeElement).toBe(words);
  fireEvent.keyDown(words, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(menu));
});

test('leaves the focus to a linked page that takes it', async () => {
  render(<Bar />);
  openMenu();
  fireEvent.click(screen.getByRole('button', { name: 'Users' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
