import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Catalogue } from './catalogue.tsx';
import { entries } from './entries.ts';

afterEach(cleanup);

/** Files without an entry: `theme` has only functions, and `crash-boundary` shows another component, a banner. */
const WITHOUT_ENTRY = ['theme', 'crash-boundary'];

/** @returns the names of component files that the catalogue lacks */
const missing = (files: readonly string[], shown: Record<string, unknown>): string[] =>
  files
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .map((file) => file.slice(0, -'.tsx'.length))
    .filter((name) => !Object.hasOwn(shown, name) && !WITHOUT_ENTRY.includes(name));

describe('the catalogue', () => {
  test('shows every component of the package', () => {
    expect(missing(readdirSync(join(import.meta.dirname, '..', 'src')), entries)).toEqual([]);
  });

  test('reports a component that is missing from it', () => {
    expect(missing(['button.tsx', 'button.test.tsx', 'slider.tsx', 'theme.css'], entries)).toEqual(['slider']);
  });

  test('renders them all without React errors', () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
    render(<Catalogue />);
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(titles).toEqual(expect.arrayContaining(Object.keys(entries)));
    expect(complaints).not.toHaveBeenCalled();
  });
});
