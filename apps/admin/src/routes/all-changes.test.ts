import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeSample } from '@inaam/testing/sampling';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { callsAwaitingProof } from '../app/identity-proof.ts';
import { renderWithServer } from '../testing/render-with-server.tsx';
import { answerAll } from './changes/answers.fixture.ts';
import { buttons } from './changes/buttons.fixture.ts';
import { fillIn, getBox, getSentInputs, openChange, save } from './changes/change.fixture.ts';
import { confirmations } from './changes/confirmations.fixture.ts';
import { forms } from './changes/forms.fixture.ts';

const changes = { ...forms, ...confirmations, ...buttons };

/** Changes (mutations that the app sends) without their own button, with the reason. */
const withoutButton: Record<string, string> = {
  'admin.secondFactor.addPasskey': 'follows the device’s answer to the press that creates a passkey',
  'admin.identity.loginByPasskey': 'follows the device’s answer to the press that asks for a passkey',
  'admin.offers.uploadPicture': 'sent by choosing a file',
  'admin.vouchers.uploadMark': 'sent by choosing a file',
  'admin.networks.statements.addLines': 'follows the press that begins an upload',
  'admin.preferences.set': 'sent by a choice; the same choice again sends the same value',
};
/** Files with a mutation or a form, but without a button for a change, with the reason. */
const withoutForm: Record<string, string> = {
  'app/preferences': 'see admin.preferences.set',
  'features/access/register-screen': 'signs the first admin in after the form',
  'features/networks/add-network-screen': 'the frame of its steps',
  'features/networks/setup/postback-step': 'tests the settings by itself',
  'features/offers/offer-fields': 'uploads a chosen picture',
  'features/overview/parts/period-chooser': 'chooses days of figures',
  'forms/use-form-guard': 'the guard itself',
  'page/confirm-dialog': 'the confirmation itself',
};

const source = join(import.meta.dirname, '..');
/** The text of the app's source files, by path without extension. */
const sources = new Map(
  globSync('**/*.{ts,tsx}', { cwd: source })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.(test|fixture)\.|^testing\//.test(path))
    .map((path) => [path.replace(/\.tsx?$/, ''), readFileSync(join(source, path), 'utf8')]),
);

test('covers every change that the app sends', () => {
  const known = [...Object.values(changes).map(({ procedure }) => procedure), ...Object.keys(withoutButton)];
  const found = [...sources].flatMap(([file, text]) => [
    ...[...text.matchAll(/trpc\s*((?:\.\w+\s*)+)\.useMutation\(/g)].map(([, path = '']) => [
      file,
      path.replaceAll(/\s/g, '').slice(1),
    ]),
    ...[...text.matchAll(/\w+\.(\w+)\.mutate\(/g)].map(([, name = '']) => [file, name]),
    ...[...text.matchAll(/const \{ ([\w, ]+) \} = \w+\.client\.([\w.]+);/g)].flatMap(([, names = '', path]) =>
      names.split(', ').map((name) => [file, `${path}.${name}`]),
    ),
  ]);
  expect(found.length).toBeGreaterThan(80);
  const isKnown = (path = '') => known.some((each) => each === path || each.endsWith(`.${path}`));
  expect(found.filter(([, path]) => !isKnown(path))).toEqual([]);
});

test('covers every file with a form or a change', () => {
  const known = new Set([...Object.values(changes).map(({ file }) => file), ...Object.keys(withoutForm)]);
  const isChange = /\.useMutation\(|\w\.\w+\.mutate\(|<ConfirmDialog|<form\b|useFormGuard[<(]/;
  const found = [...sources].filter(([, text]) => isChange.test(text)).map(([file]) => file);
  expect(found.filter((file) => !known.has(file))).toEqual([]);
  // An entry for a removed file would hide the next form in a file of that name.
  expect([...known].filter((file) => !sources.has(file))).toEqual([]);
});

const app = renderWithServer();
beforeEach(() => {
  answerAll(app);
  vi.stubGlobal('open', () => null);
});
// A call that waits for the user to sign in again is kept when the page is unmounted, so each test cancels such calls.
afterEach(() => act(() => callsAwaitingProof.settle(false)));

/** Waits until responses that have arrived are rendered. */
const waitForRender = () => new Promise((resolve) => setTimeout(resolve, 10));

/** Number of changes that a short run presses. A long run presses all of them, in about two minutes. */
const SAMPLE = 12;

describe.each(takeSample(Object.entries(changes), SAMPLE))('%s', (_, change) => {
  test('is sent once for a double click, before and after the response arrives', async () => {
    let answer: (value: unknown) => void = () => {};
    await openChange(app, change);
    if (change.form) await fillIn(change);
    const before = getSentInputs(app, change).length;
    app.answers[change.procedure] = () => new Promise((resolve) => (answer = resolve));
    const button = await save(change, (each) => {
      fireEvent.click(each, { detail: 1 });
      fireEvent.click(each, { detail: 2 });
    });
    await waitFor(() => expect(getSentInputs(app, change)).toHaveLength(before + 1));
    await waitForRender();
    expect(getSentInputs(app, change)).toHaveLength(before + 1);
    answer(change.answer ?? {});
    await waitForRender();
    if (button.isConnected) fireEvent.click(button, { detail: 2 });
    await waitForRender();
    expect(getSentInputs(app, change)).toHaveLength(before + 1);
  });

  test.runIf(!change.form && change.dialog)('has no text field whose text could be lost', async () => {
    await openChange(app, change);
    const isSignIn = change.procedure.startsWith('admin.identity.');
    expect(getBox(change).queryAllByRole('textbox')).toHaveLength(0);
    expect(isSignIn || screen.queryByText('Leave without saving?') === null).toBe(true);
  });
});
