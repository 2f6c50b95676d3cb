import { takeSample } from '@inaam/testing/sampling';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callsAwaitingProof } from '../app/identity-proof.ts';
import { Refusal, renderWithServer } from '../testing/render-with-server.tsx';
import { answerAll } from './changes/answers.fixture.ts';
import {
  type Change,
  ELSEWHERE,
  fillIn,
  firstField,
  firstValue,
  getBox,
  getField,
  getSentInputs,
  openChange,
  reload,
  save,
} from './changes/change.fixture.ts';
import { confirmations } from './changes/confirmations.fixture.ts';
import { forms } from './changes/forms.fixture.ts';

/**
 * Tests every form with Escape, Back, a link, a reload, an expired session, a conflict, an invalid value and a refusal.
 * `all-changes.test.ts` presses the buttons of all changes twice, and finds forms that are missing here.
 */
const app = renderWithServer();
beforeEach(() => answerAll(app));
// A call that waits for the user to sign in again is kept when the page is unmounted, so each test cancels such calls.
afterEach(() => act(() => callsAwaitingProof.settle(false)));

/** Number of forms that a short run tries. A long run tries all of them, in about three minutes. */
const SAMPLE = 5;

const findQuestion = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' });
const press = (name: string, container: HTMLElement) =>
  fireEvent.click(within(container).getByRole('button', { name }));
const findDialog = (name: string) =>
  screen.queryByRole('dialog', { name }) ?? screen.queryByRole('alertdialog', { name });
const isAway = () => app.address() === ELSEWHERE;
const openAndFillIn = async (change: Change) => {
  await openChange(app, change);
  await fillIn(change);
};

describe.each(takeSample(Object.entries({ ...forms, ...confirmations }), SAMPLE))('%s', (_, change) => {
  const { form = {} } = change;
  const label = firstField(change);
  const typed = firstValue(change);

  test('asks before it is left, and keeps a draft over a reload, but never a secret', async () => {
    await openAndFillIn(change);
    const { pathname } = new URL(app.address(), location.origin);
    const escape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    const back = () => act(() => app.back());
    const follow = () => act(() => app.go(ELSEWHERE));
    expect(app.asksBeforeReload()).toBe(true);
    for (const leave of [...(change.dialog ? [escape] : []), back, follow]) {
      leave();
      press('Stay', await findQuestion());
      await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull());
      expect(getField(change, label).value).toBe(typed);
      expect(app.address()).toContain(pathname);
    }

    const drafts = () => Object.values(sessionStorage);
    await waitFor(() => expect(drafts()).toHaveLength(form.isSecret && !form.isStep ? 0 : 1));
    expect(drafts().some((draft) => draft.includes(typed))).toBe(!form.isSecret);
    reload();
    await openChange(app, change, true);
    if (form.isSecret) {
      expect(getField(change, label).value).not.toBe(typed);
      await fillIn(change);
    } else {
      await waitFor(() => expect(getField(change, label).value).toBe(typed));
    }
    if (form.isStep) {
      expect(screen.getByText('Continued where you left off')).toBeTruthy();
    } else if (!form.isSecret) {
      const restored = await getBox(change).findByText('What you typed was restored');
      fireEvent.click(within(restored.closest('[role=status]') as HTMLElement).getByText('Discard'));
      await waitFor(() => expect(getField(change, label).value).not.toBe(typed));
      fireEvent.change(getField(change, label), { target: { value: typed } });
    }
    (change.dialog ? escape : follow)();
    press('Leave', await findQuestion());
    await waitFor(() => expect(change.dialog ? findDialog(change.dialog) : isAway()).toBe(change.dialog ? null : true));
    expect(drafts()).toHaveLength(form.isStep ? 1 : 0);
  });

  test('signs in again in a dialog when the session has expired, and then saves', async () => {
    let isExpired = true;
    app.answers[change.procedure] = () => {
      if (isExpired) throw new Refusal('NOT_SIGNED_IN');
      return change.answer ?? {};
    };
    app.answers['admin.identity.login'] = () => {
      isExpired = false;
      return { sessionId: 's2', admin: { username: 'meera', email: 'meera@example.com' } };
    };
    await openAndFillIn(change);
    await save(change);
    const dialog = await screen.findByRole('dialog', { name: 'Sign in again' });
    fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: 'a long word 7' } });
    press('Sign in', dialog);
    await waitFor(() => expect(getSentInputs(app, change)).toHaveLength(2));
    expect(getSentInputs(app, change)[1]).toEqual(getSentInputs(app, change)[0]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign in again' })).toBeNull());
  });

  test.runIf(form.conflict)('shows both values of a conflict and saves the chosen one', async () => {
    const { meanwhile, latest, field } = form.conflict ?? { meanwhile: {}, latest: '', field: '' };
    await openAndFillIn(change);
    Object.assign(app.answers, meanwhile);
    app.answers[change.procedure] = ({ version }) => {
      if (version !== 4) throw new Refusal('VERSION_CHANGED');
      return change.answer ?? {};
    };
    await save(change);
    const dialog = await screen.findByRole('dialog', { name: 'Another admin has changed this' });
    await within(dialog).findByText(latest);
    expect(within(dialog).getByText(typed)).toBeTruthy();
    press('Save', dialog);
    await waitFor(() => expect(getSentInputs(app, change).at(-1)).toMatchObject({ version: 4, [field]: typed }));
  });

  test.runIf(form.invalid)('counts the fields with a problem, explains each, and focuses the first', async () => {
    const { types, count } = form.invalid ?? { types: {}, count: 0 };
    await openAndFillIn(change);
    await fillIn({ ...change, form: {} }, types);
    await save({ ...change, confirms: '', next: '' });
    expect(await screen.findByText(`${count} ${count === 1 ? 'field' : 'fields'} to correct`)).toBeTruthy();
    const marked = [...document.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-problem]')];
    expect(marked).toHaveLength(count);
    await waitFor(() => expect(document.activeElement).toBe(marked[0]));
    for (const field of marked) expect(readProblem(field)).not.toBe('');
    expect(getSentInputs(app, change)).toEqual([]);
  });

  test.runIf(form.refuses)('shows the server’s refusal of a field next to the field, with its label', async () => {
    const { field, label: refusedLabel } = form.refuses ?? { field: '', label: '' };
    app.answers[change.procedure] = () => {
      throw new Refusal('BAD_INPUT', field, 'is not accepted');
    };
    await openAndFillIn(change);
    await save(change);
    const marked = await waitFor(() => {
      const all = document.querySelectorAll<HTMLElement>('[aria-invalid="true"]');
      expect(all).toHaveLength(1);
      return all[0] as HTMLElement;
    });
    expect(readProblem(marked)).toBe(`${refusedLabel} is not accepted`);
    await waitFor(() => expect(document.activeElement).toBe(marked));
    expect(await screen.findByText('1 field to correct')).toBeTruthy();
  });
});

/** Reads the error that a screen reader announces with a field, without the hint of the field. */
const readProblem = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id.endsWith('-error'))
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ') || (field.dataset['problem'] === undefined ? '' : (field.textContent ?? ''));
