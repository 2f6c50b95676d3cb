import { sampling, takeSample } from '@inaam/testing/sampling';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { aNetwork } from '../features/networks/networks.fixture.ts';
import { offer } from '../features/offers/offers.fixture.ts';
import { Refusal, renderWithServer } from '../testing/render-with-server.tsx';
import { endpoint, type Screen, screens } from './list-screens.fixture.ts';

const app = renderWithServer();
/** Inputs that the procedure's schema rejects, for example because of an unknown field. */
let refused: unknown[] = [];

/** Opens a list of two pages. The fake server validates each input by the procedure's schema. */
async function open(listScreen: Screen, address = listScreen.address, rows = 1) {
  refused = [];
  const strict = listScreen.input.strict();
  app.answers['admin.views.list'] = () => ({ views: [] });
  app.answers['admin.networks.get'] = () => aNetwork();
  app.answers['admin.networks.list'] = () => ({ networks: [aNetwork()], unknown_slugs: [] });
  app.answers['admin.webhooks.endpoints'] = () => ({ endpoints: [endpoint] });
  // The tests check only the URL of a record's page, so the server answers its query with an error.
  for (const page of ['admin.completions.completionTrace', 'admin.users.profile'])
    app.answers[page] = () => {
      throw new Refusal('NOT_FOUND');
    };
  app.answers['admin.offers.list'] = ({ status }) => ({
    offers: status === 'archived' ? [] : [offer],
    pagination: makePagination(1, 1000),
  });
  app.answers[listScreen.procedure] = (input) => {
    const read = strict.safeParse(input);
    if (!read.success) {
      refused.push(input);
      throw new Refusal('BAD_INPUT');
    }
    const { page, limit } = read.data as { page: number; limit: number };
    return listScreen.answer(page <= 2 ? rows : 0, makePagination(page, limit));
  };
  app.open(address);
  await waitForRows(listScreen);
}

const makePagination = (page: number, limit: number) => {
  const [total, totalPages] = [limit * 2, 2];
  const tabTotals = { user_total: total, ip_total: total, device_total: total };
  const tabPages = { user_total_pages: 2, ip_total_pages: 2, device_total_pages: 2 };
  return { page, limit, total, totalPages, pages: totalPages, ...tabTotals, ...tabPages };
};

const waitForRows = ({ row }: Screen) =>
  waitFor(() => expect(document.querySelector('tbody')?.textContent).toContain(row));
/** All inputs so far, parsed by the procedure's schema. */
const getAllInputs = ({ procedure, input }: Screen) => app.getInputs(procedure).map((one) => input.parse(one));
/** The `aria-sort` of a column; null while the table is sorted by another column. */
const getShownOrder = (header: string) => button(header).closest('th')?.getAttribute('aria-sort');
const getLastInput = ({ procedure, input }: Screen) =>
  input.parse(app.getInputs(procedure).at(-1)) as Readonly<Record<string, unknown>>;
/** Finds a select by label, because a query by role takes seconds on a page of this size. */
const findSelect = (label: string) => screen.queryByLabelText<HTMLSelectElement>(label, { selector: 'select' });
/** Finds a filter above the list, or opens the menu 'More filters' and finds the filter there. */
const getSelect = (label: string): HTMLSelectElement => {
  if (!findSelect(label)) fireEvent.click(button(/^More filters/));
  return screen.getByLabelText<HTMLSelectElement>(label, { selector: 'select' });
};
const choose = (label: string, value: string) => fireEvent.change(getSelect(label), { target: { value } });
const button = (text: string | RegExp): HTMLElement => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) =>
    typeof text === 'string' ? textContent === text : text.test(textContent ?? ''),
  );
  if (!found) throw new Error(`no button ${text}`);
  return found;
};
const waitForButton = (text: string): Promise<HTMLElement> => waitFor(() => button(text));
const getRows = () => [...document.querySelectorAll<HTMLElement>('tbody tr')];
const getFocusedRow = () => getRows().findIndex((row) => row === document.activeElement);
const pressKey = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
/** A record opens as a page, or as a panel next to its list. */
const isRecordOpen = (before: string) => app.address() !== before || document.querySelector('[role="dialog"]') !== null;
const expectRecordOpens = (before: string) => waitFor(() => expect(isRecordOpen(before)).toBe(true));
/** Closes a record: by Back if its page or panel has its own URL, else by Escape. */
const closeRecord = (before: string) => {
  const dialog = document.querySelector('[role="dialog"]');
  if (app.address() !== before) act(() => app.back());
  else if (dialog) fireEvent.keyDown(dialog, { key: 'Escape' });
};
const getSentValue = ({ sent, input }: Screen, name: string, value: string): unknown => {
  const sentValues = sent[name];
  if (sentValues) return sentValues[value];
  // An empty option does not filter.
  return value === '' ? undefined : input.shape[name]?.parse(value);
};

afterEach(() => {
  expect(refused).toEqual([]);
});

const lists = Object.values(screens).flat();
const { seed, isLong } = sampling();
/** A short run tries the sort orders of every second list and the keys of the other lists. Its seed decides which. */
const triesOrders = (index: number) => isLong || (index + seed) % 2 === 0;
const triesKeys = (index: number) => isLong || (index + seed) % 2 === 1;

const cases = lists.map((listScreen, index) => [listScreen.address, listScreen, index] as const);

describe.each(cases)('%s', (_, listScreen, index) => {
  // The compiler checks each column's key; a run tries two columns of each list, chosen by its seed.
  test.runIf(listScreen.sorts.length > 0 && triesOrders(index))(
    'sorts by the menu of a phone and by the headings of sortable columns',
    async () => {
      await open(listScreen);
      for (const { sortBy } of takeSample(listScreen.sorts, 1)) {
        choose('Sort by', `${sortBy} asc`);
        await waitFor(() => expect(getLastInput(listScreen)).toMatchObject({ sortBy, sortOrder: 'asc' }));
        await waitForRows(listScreen);
      }
      for (const { header, sortBy } of takeSample(listScreen.sorts, 2)) {
        expect(listScreen.sortable).toContain(sortBy);
        const before = getShownOrder(header);
        fireEvent.click(button(header));
        await waitFor(() => expect(getShownOrder(header)).not.toBe(before));
        const first = getShownOrder(header);
        fireEvent.click(button(header));
        await waitFor(() => expect(getShownOrder(header)).not.toBe(first));
        // A sort order that was already loaded comes from the cache, so all earlier inputs count.
        await waitFor(() =>
          expect(getAllInputs(listScreen)).toContainEqual(expect.objectContaining({ sortBy, sortOrder: 'asc' })),
        );
        await waitFor(() =>
          expect(getAllInputs(listScreen)).toContainEqual(expect.objectContaining({ sortBy, sortOrder: 'desc' })),
        );
        await waitForRows(listScreen);
      }
    },
  );

  test.runIf(triesKeys(index))(
    'moves by j and k, selects by x and opens a record by Enter or a click, but not by its checkbox',
    async () => {
      await open(listScreen, listScreen.address, 2);
      const before = app.address();
      for (const [key, row] of [
        ['j', 0],
        ['j', 1],
        ['j', 1],
        ['k', 0],
        ['k', 0],
      ] as const) {
        pressKey(key);
        expect(getFocusedRow()).toBe(row);
      }
      const isSelected = () => getRows()[0]?.getAttribute('aria-selected') === 'true';
      if (getRows()[0]?.querySelector('input[type="checkbox"]')) {
        pressKey('x');
        await waitFor(isSelected);
        expect(isSelected()).toBe(true);
        pressKey('x');
        await waitFor(() => expect(isSelected()).toBe(false));
      }
      expect(getFocusedRow()).toBe(0);
      pressKey('Enter');
      await expectRecordOpens(before);
      closeRecord(before);
      await waitFor(() => expect(isRecordOpen(before)).toBe(false));
      await waitForRows(listScreen);
      const [, row] = getRows();
      const box = row?.querySelector('input[type="checkbox"]');
      if (box) fireEvent.click(box);
      expect(isRecordOpen(before)).toBe(false);
      if (row) fireEvent.click(row);
      await expectRecordOpens(before);
    },
  );

  test('has at most one column in each place of a phone’s row', () => {
    expect(listScreen.places.length).toBeGreaterThan(0);
    expect(new Set(listScreen.places).size).toBe(listScreen.places.length);
  });

  // The compiler checks every value; a run tries one value of three filters, chosen by its seed.
  test('applies filter values, and one step of Back undoes a search that was typed with pauses', async () => {
    await open(listScreen);
    for (const { name, label, options } of takeSample(listScreen.choices, 3)) {
      const [neutral, ...values] = options;
      for (const { value } of takeSample(values, 1)) {
        await waitFor(() => expect([...getSelect(label).options].map((each) => each.value)).toContain(value));
        choose(label, value);
        await waitFor(() => expect(getLastInput(listScreen)[name]).toEqual(getSentValue(listScreen, name, value)));
        await waitForRows(listScreen);
      }
      choose(label, neutral?.value ?? '');
      // The list without filters comes from the cache, so no input is sent and only the URL changes.
      await waitFor(() => expect(app.address()).not.toContain(`${name}=`));
    }

    const before = app.address();
    const field = screen.getByLabelText<HTMLInputElement>(listScreen.searchLabel);
    for (const text of ['t', 'te', 'tea']) {
      fireEvent.change(field, { target: { value: text } });
      // Enter skips the pause.
      fireEvent.keyDown(field, { key: 'Enter' });
      await waitFor(() => expect(getLastInput(listScreen)).toMatchObject({ search: text, page: 1 }));
    }
    act(() => app.back());
    await waitFor(() => expect(app.address()).toBe(before));
    await waitFor(() => expect(field.value).toBe(''));
  });

  test('returns to page 1 when a filter is cleared on page 2', async () => {
    const [choice] = listScreen.choices;
    const [neutral, set] = choice?.options ?? [];
    if (!choice || !neutral || !set) throw new Error('a list without a filter');
    const start = `${listScreen.address}${listScreen.address.includes('?') ? '&' : '?'}page=2&${choice.name}=${set.value}`;
    await open(listScreen, start);
    const getAddressParams = () => new URL(app.address(), 'https://x.example').searchParams;
    const ways = [
      async () => fireEvent.click(await waitForButton(listScreen.clearLabel)),
      // The label may load later, as an offer's title does.
      async () => fireEvent.click(await waitForButton(`${choice.label}: ${set.label}, remove this filter`)),
      async () => choose(choice.label, neutral.value),
    ];
    expect(getLastInput(listScreen)).toMatchObject({
      page: 2,
      [choice.name]: getSentValue(listScreen, choice.name, set.value),
    });
    // All lists share this code, so each list tries one way.
    const [firstWay] = ways.splice(lists.indexOf(listScreen) % ways.length, 1);
    if (!firstWay) throw new Error('no way back');
    for (const clearFilter of sampling().isLong ? [firstWay, ...ways] : [firstWay]) {
      await clearFilter();
      await waitFor(() => expect(getAddressParams().has('page')).toBe(false));
      expect(getAddressParams().has(choice.name)).toBe(false);
      await waitFor(() => expect(getSelect(choice.label).value).toBe(neutral.value));
      // The first way sends a request; the others find a fresh answer in the cache.
      if (clearFilter === firstWay) {
        await waitFor(() => expect(getLastInput(listScreen)).toMatchObject({ page: 1 }));
        expect(getLastInput(listScreen)[choice.name]).toEqual(getSentValue(listScreen, choice.name, neutral.value));
      }
      await waitForRows(listScreen);
      act(() => app.back());
      await waitFor(() => expect(getSelect(choice.label).value).toBe(set.value));
      expect(getAddressParams().get('page')).toBe('2');
    }
  });

  test.runIf(listScreen.choices.length > 1)('clears only the filter whose chip is pressed', async () => {
    const [kept, cleared] = takeSample(listScreen.choices, 2).map(({ name, label, options }) => ({
      name,
      label,
      set: options[1],
    }));
    if (!kept?.set || !cleared?.set) throw new Error('a filter without a choice');
    const pair = `${kept.name}=${kept.set.value}&${cleared.name}=${cleared.set.value}`;
    await open(listScreen, `${listScreen.address}${listScreen.address.includes('?') ? '&' : '?'}${pair}`);
    const getAddressParams = () => new URL(app.address(), 'https://x.example').searchParams;
    fireEvent.click(await waitForButton(`${cleared.label}: ${cleared.set.label}, remove this filter`));
    await waitFor(() => expect(getAddressParams().has(cleared.name)).toBe(false));
    expect(getAddressParams().get(kept.name)).toBe(kept.set.value);
    await waitForButton(`${kept.label}: ${kept.set.label}, remove this filter`);
    await waitFor(() =>
      expect(getLastInput(listScreen)).toMatchObject({
        [kept.name]: getSentValue(listScreen, kept.name, kept.set?.value ?? ''),
      }),
    );
    await waitForRows(listScreen);
  });
});
