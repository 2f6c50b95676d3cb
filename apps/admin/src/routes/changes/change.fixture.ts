import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Input, Served } from '../../testing/render-with-server.tsx';

/** Another page: Back leads to it from each change, and tests follow a link to it. */
export const ELSEWHERE = '/admin/security-events';

/**
 * A step on the way to a change: the name of a button to press, a control to tick, a field to fill in, a menu item to
 * choose, or a file to upload.
 */
export type Step =
  | string
  | RegExp
  | { tick: string }
  | { fill: string; value: string }
  | { menu: string; item: string }
  | { upload: string; file: File };

/** A change of data that the app sends, and the way to its button. */
export interface Change {
  procedure: string;
  /** The path of the file with the button or the form, relative to `src`, without the extension. */
  file: string;
  /** The path of the page, with search parameters. */
  address: string;
  /** The steps that open the form or lead to the button. */
  opens?: readonly Step[];
  /** The accessible name of the dialog with the change; absent if the change is on the page itself. */
  dialog?: string;
  /** The button that sends the change. */
  save: string | RegExp;
  /** The button of the confirmation, if the save asks for one. */
  confirms?: string;
  /** The button of a later step that sends the change. */
  next?: string;
  /** Responses that the change needs, by procedure. */
  answers?: Served['answers'];
  /** The response to the change. */
  answer?: unknown;
  /** The steps that open the form again with its draft after a reload. */
  reopens?: readonly Step[];
  /** True for a change that an admin makes while signed out. */
  isSignedOut?: boolean;
  form?: Form;
}

/** The fields of a change. The form guards typed values, and shows each problem next to its field. */
export interface Form {
  /** The text to type into each field, by its label. Tests check the first field. */
  types?: Readonly<Record<string, string>>;
  /** The value to choose in each select, by its label. Tests check the first select if the form has no text fields. */
  selects?: Readonly<Record<string, string>>;
  /** The labels of the checkboxes to tick. */
  chooses?: readonly string[];
  /** True if drafts leave out the first field: a password, a secret, a code or a file. */
  isSecret?: boolean;
  /** True for a step of a set-up, which keeps its values when it is left, except for a secret. */
  isStep?: boolean;
  /** Values that the form refuses, and how many problems the form then counts. */
  invalid?: { types: Readonly<Record<string, string>>; count: number };
  /** A field that the server refuses, by its name in the schema, and its label. */
  refuses?: { field: string; label: string };
  /** The value that another admin saves while the form is open. */
  conflict?: { meanwhile: Served['answers']; latest: string; field: string };
}

export const getBox = ({ dialog }: Change) =>
  within(
    dialog === undefined
      ? document.body
      : (screen.queryByRole('dialog', { name: dialog }) ?? screen.getByRole('alertdialog', { name: dialog })),
  );

/** Finds a field by its label (the source of a regular expression), which ` (₹)` may follow. */
export const getField = (change: Change, label: string) =>
  getBox(change).getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\(₹\\))?$`));

const getTypedValues = ({ form }: Change) => ({ ...form?.types, ...form?.selects });
export const firstField = (change: Change): string => Object.keys(getTypedValues(change))[0] ?? '';
export const firstValue = (change: Change): string => Object.values(getTypedValues(change))[0] ?? '';

/** Waits for a button that can be pressed. */
const findAnyButton = (box: Pick<typeof screen, 'getAllByRole'>, name: string | RegExp) =>
  waitFor(() => {
    const button = box.getAllByRole<HTMLButtonElement>('button', { name }).find(({ disabled }) => !disabled);
    if (!button) throw new Error(`no button ${name}`);
    return button;
  });

async function takeStep(step: Step): Promise<void> {
  if (typeof step === 'string' || step instanceof RegExp) fireEvent.click(await findAnyButton(screen, step));
  else if ('tick' in step) fireEvent.click(await screen.findByLabelText(step.tick));
  else if ('fill' in step) fireEvent.change(await screen.findByLabelText(step.fill), { target: { value: step.value } });
  else if ('upload' in step)
    fireEvent.change(await screen.findByLabelText(step.upload), { target: { files: [step.file] } });
  else {
    fireEvent.keyDown(await screen.findByRole('button', { name: step.menu }), { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: step.item }));
  }
}

/** Opens the page and takes the steps to the form or the button. */
export async function openChange(app: Served, change: Change, afterReload = false): Promise<void> {
  Object.assign(app.answers, change.answers);
  if (change.isSignedOut) localStorage.clear();
  app.open(change.address, ELSEWHERE);
  for (const step of (afterReload ? change.reopens : undefined) ?? change.opens ?? []) await takeStep(step);
  if (change.form && firstField(change)) await waitFor(() => getField(change, firstField(change)));
  else await findSave(change);
}

const findSave = async (change: Change): Promise<HTMLButtonElement> => {
  await waitFor(() => getBox(change));
  return findAnyButton(getBox(change), change.save);
};

export async function fillIn(change: Change, types: Readonly<Record<string, string>> = getTypedValues(change)) {
  for (const [label, value] of Object.entries(types)) fireEvent.change(getField(change, label), { target: { value } });
  for (const label of change.form?.chooses ?? []) fireEvent.click(getBox(change).getByLabelText(label));
}

/**
 * Presses the buttons that lead to the request.
 * @param click presses the last button, which sends the request
 */
export async function save(
  change: Change,
  click: (button: HTMLElement) => void = fireEvent.click,
): Promise<HTMLElement> {
  let button: HTMLElement = await findSave(change);
  if (change.confirms) {
    fireEvent.click(button);
    button = within(await screen.findByRole('alertdialog')).getByRole('button', { name: change.confirms });
  } else if (change.next) {
    fireEvent.click(button);
    button = await findAnyButton(screen, change.next);
  }
  click(button);
  return button;
}

/** Removes the page but keeps the tab's session storage, as a reload does. The test then opens the page again. */
export function reload(): void {
  const kept = Object.keys(sessionStorage).map((key) => [key, sessionStorage.getItem(key) ?? ''] as const);
  cleanup();
  for (const [key, value] of kept) sessionStorage.setItem(key, value);
}

export const getSentInputs = (app: Served, { procedure }: Change): Input[] => app.getInputs(procedure);
