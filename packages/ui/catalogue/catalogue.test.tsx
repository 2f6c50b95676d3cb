import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Catalogue } from './catalogue.tsx';
import { entries } from './entries.ts';

afterEach(cleanup);

/** Files without an entry: `theme` has only functions, and `crash-boundary` shows another component, a banner. */
const WITHOUT_ENTRY = ['theme', 'crash-boundary'];

/** @returns the names of component files without an entry in the catalogue */
const findMissing = (files: readonly string[], shown: Record<string, unknown>): string[] =>
  files
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .map((file) => file.slice(0, -'.tsx'.length))
    .filter((name) => !Object.hasOwn(shown, name) && !WITHOUT_ENTRY.includes(name));

describe('the catalogue', () => {
  test('shows every component of the package', () => {
    expect(findMissing(readdirSync(join(import.meta.dirname, '..', 'src')), entries)).toEqual([]);
  });

  test('reports a component without an entry', () => {
    expect(findMissing(['button.tsx', 'button.test.tsx', 'slider.tsx', 'theme.css'], entries)).toEqual(['slider']);
  });

  test('renders every entry without React errors', () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
    render(<Catalogue />);
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(titles).toEqual(expect.arrayContaining(Object.keys(entries)));
    expect(complaints).not.toHaveBeenCalled();
  });
});
