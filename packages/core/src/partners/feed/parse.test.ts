import type { FeedSettings } from '@inaam/contracts/networks/feed';
import { measureCpuMs } from '@inaam/testing/cpu';
import { describe, expect, test } from 'vitest';
import { feedPresets } from '../presets/presets.ts';
import { FeedFormatError, parseFeed } from './parse.ts';

const getPreset = (id: string): FeedSettings => {
  const preset = feedPresets.find((each) => each.id === id);
  if (!preset) throw new Error('the preset does not exist');
  return preset.settings;
};
const dollars = { currency: 'USD', rateMicros: 88_000_000n, linkMacros: {} };
const ogads = getPreset('ogads');
const item = {
  offerid: 17,
  name_short: 'Play a game',
  adcopy: 'Reach level 5',
  payout: '1.25',
  link: 'https://a.example/17',
};
const read = (...offers: unknown[]) => parseFeed({ offers }, ogads, dollars);

test('reads an item in the OGAds format', () => {
  const { items, errors } = read({ ...item, ctype: 1, country: 'IN,US', picture: 'https://a.example/17.png' });
  expect(errors).toEqual([]);
  expect(Object.fromEntries(items)).toEqual({
    17: {
      title: 'Play a game',
      description: 'Reach level 5',
      offer_url: 'https://a.example/17',
      preview_url: null,
      picture_url: 'https://a.example/17.png',
      steps: '',
      goals: '',
      category: 'App',
      model: 'CPI',
      targeting: 'IN, US',
      reward_amount: 110,
    },
  });
});

test('reads an item in the CPAlead format', () => {
  const offer = {
    campid: 'c-9',
    title: 'Answer a survey',
    description: '',
    link: 'https://a.example/9',
    amount: 0.5,
    payout_currency: 'usd',
    payout_type: 'CPL',
    category_name: 'Surveys',
    country: ['IN'],
    previews: [{ url: 'https://a.example/9.png' }],
  };
  const { items } = parseFeed({ offers: [offer] }, getPreset('cpalead'), dollars);
  expect(items.get('c-9')).toEqual({
    title: 'Answer a survey',
    description: 'Answer a survey',
    offer_url: 'https://a.example/9',
    preview_url: null,
    picture_url: 'https://a.example/9.png',
    steps: '',
    goals: '',
    category: 'Survey',
    model: 'CPR',
    targeting: 'IN',
    reward_amount: 44,
  });
  const other = parseFeed({ offers: [{ ...offer, payout_currency: 'EUR' }] }, getPreset('cpalead'), dollars);
  expect(other.errors).toEqual([
    { item: 1, external_id: 'c-9', problem: "payout_currency: is in EUR, and the network's currency is USD" },
  ]);
});

test.each([
  ['no id', { offerid: '' }, null, 'offerid: is required'],
  ['no title', { name_short: ' <b></b> ' }, '17', 'name_short: is required'],
  ['no URL', { link: undefined }, '17', 'link: is required'],
  ['a script URL', { link: 'javascript:alert(1)' }, '17', 'link: must be an http or https address'],
  ['a payout that is not a number', { payout: 'up to 3' }, '17', 'payout: must be a decimal number'],
  ['a negative payout', { payout: '-1' }, '17', 'payout: must be a decimal number'],
])('reports %s and reads the other items', (_, changed, external_id, problem) => {
  const { items, errors, listed } = read({ ...item, ...changed }, { ...item, offerid: 'good' });
  expect([...items.keys()]).toEqual(['good']);
  expect(errors).toEqual([{ item: 1, external_id, problem }]);
  expect(listed).toBe(2);
});

test('reports unknown placeholders in an offer URL, and accepts known placeholders', () => {
  const link = (url: string, linkMacros: { [macro: string]: 'click_id' } = {}) => {
    const { items, errors } = parseFeed({ offers: [{ ...item, link: url }] }, ogads, { ...dollars, linkMacros });
    return errors[0]?.problem ?? items.get('17')?.offer_url;
  };
  const advice = "not filled in: add a custom macro to the network's links";
  expect(link('https://a.example/?s={aff_sub}')).toBe(`link: contains {aff_sub}, which is ${advice}`);
  expect(link('https://a.example/?s=[TXID]&u=%7BID%7D&v=[TXID]')).toBe(
    `link: contains [TXID] and %7BID%7D, which are ${advice}`,
  );
  for (const url of [
    'https://a.example/?s={{click_id}}&o=%7Boffer_id%7D',
    'https://a.example/?s=${click_id}&f[brand]=x',
    'https://a.example/17',
  ]) {
    expect(link(url)).toBe(url);
  }
  const macroUrl = 'https://a.example/?s=[CLICK]';
  expect([link(macroUrl), link(macroUrl, { '[CLICK]': 'click_id' })]).toEqual([
    expect.stringContaining('contains [CLICK]'),
    macroUrl,
  ]);
});

test('reads a repeated id once, and reports entries that are not items', () => {
  const { items, errors } = read(item, { ...item, name_short: 'Another' }, null, 'text', []);
  expect(items.get('17')?.title).toBe('Play a game');
  expect(errors.map(({ problem }) => problem)).toEqual([
    'is listed twice',
    'offerid: is required',
    'offerid: is required',
    'offerid: is required',
  ]);
});

test('removes markup and characters that cannot be stored, and drops an invalid picture URL', () => {
  const { items } = read({ ...item, name_short: '<b>Play</b>\u0000 &\ud800', picture: 'data:image/png;base64,AA' });
  expect(items.get('17')).toMatchObject({ title: 'Play & \ufffd'.replace('& ', '&'), picture_url: null });
});

test('fails if the list is not at the configured path', () => {
  for (const body of [{}, { offers: {} }, null, 'text', { offers: 'text' }]) {
    expect(() => parseFeed(body, ogads, dollars)).toThrow(FeedFormatError);
  }
  expect(() => parseFeed({}, { ...ogads, items: 'constructor.name' }, dollars)).toThrow(FeedFormatError);
  expect(parseFeed([item], { ...ogads, items: '' }, dollars).items.size).toBe(1);
});

test('removes characters that cannot be stored from all fields, and reads unclosed markup in linear time', () => {
  const unstorableItem = {
    ...item,
    offerid: 'a\u0000b\ud800',
    link: 'https://a.example/\u0000',
    picture: 'https://a.example/\ud800',
  };
  const { items } = read({ ...unstorableItem, name_short: 'Ti\u0000tle \ud800', adcopy: 'x', country: '\u0000' });
  expect(items.size).toBe(1);
  expect(JSON.stringify([...items])).not.toMatch(/\\u0000|\\ud800/);
  // Each `<` is read once. Scanning the rest of the text from each `<` would take 10^12 steps.
  const unclosedItem = { ...item, name_short: '<'.repeat(2_000_000), adcopy: '<a '.repeat(600_000) };
  expect(measureCpuMs(() => read(unclosedItem))).toBeLessThan(20_000);
});

test('keeps the text of markup, and refuses executable URLs', () => {
  const { items } = read({ ...item, name_short: '<b>Play</b> <script>now</script> 1 < 2' });
  expect(items.get('17')?.title).toBe('Play now 1 < 2');
  for (const link of ['javascript:alert(1)', 'data:text/html,x', 'JaVaScRiPt:x', '//a.example', 'file:///etc/passwd']) {
    expect(read({ ...item, link })).toMatchObject({ errors: [{ problem: expect.stringContaining('link') }] });
    expect(read({ ...item, picture: link }).items.get('17')?.picture_url).toBeNull();
  }
});

test('reads up to ten steps, one per line, from a list or a text, without markup', () => {
  const parseSteps = (todo: unknown) =>
    parseFeed(
      { offers: [{ ...item, todo }] },
      { ...ogads, fields: { ...ogads.fields, instructions: 'todo' } },
      dollars,
    ).items.get('17')?.steps;
  expect(parseSteps(['Install', ' <b>Play</b> ', '', 'Install', 7])).toBe('Install\nPlay\n7');
  expect(parseSteps('Sign up<br>Confirm\r\n\nWait')).toBe('Sign up\nConfirm\nWait');
  expect(parseSteps('<li>Install</li><li>Play</li>')).toBe('Install\nPlay');
  expect(parseSteps(Array.from({ length: 14 }, (_, i) => `Step ${i}`))).toBe(
    Array.from({ length: 10 }, (_, i) => `Step ${i}`).join('\n'),
  );
  expect(parseSteps('x'.repeat(5000))).toHaveLength(300);
  expect(parseSteps(undefined)).toBe('');
});

test('reads events as goals, one per line, if the network’s postbacks name goals', () => {
  const fields = { ...ogads.fields, events: 'goals', event_id: 'uuid', event_name: 'what.name', event_payout: 'pay' };
  const parseGoals = (goals: unknown, goalParam: string | null = 'event') =>
    parseFeed(
      { offers: [{ ...item, goals }] },
      { ...ogads, fields },
      { ...dollars, params: { goal_id: goalParam } },
    ).items.get('17')?.goals;
  const install = { uuid: 'install', what: { name: '<b>Install</b> · now' }, pay: '0.05' };
  const level = { uuid: 7, pay: 1.5 };
  const buy = { uuid: 'Buy', what: { name: 'Buy' } };
  expect(parseGoals([install, level, buy])).toBe('install · Install - now · 4.4\n7 ·  · 132\nBuy · Buy · ');
  // A single event is the completion itself. Events without a valid id, or with an invalid amount, are skipped. All
  // events are skipped if there are too many, or if the network's postbacks do not name goals.
  expect(parseGoals([install])).toBe('');
  expect(parseGoals([install, { ...level, pay: 'much' }, { pay: '1' }, { uuid: 'a · b', pay: '1' }, buy, buy])).toBe(
    'install · Install - now · 4.4\nBuy · Buy · ',
  );
  expect(parseGoals([install, level], null)).toBe('');
  expect(parseGoals(Array.from({ length: 31 }, (_, i) => ({ uuid: `e${i}` })))).toBe('');
  expect(parseGoals('install')).toBe('');
});

describe('limits', () => {
  test('accepts at most 5000 items', () => {
    const makeList = (length: number) => Array.from({ length }, (_, i) => ({ ...item, offerid: `i-${i}` }));
    expect(read(...makeList(5000)).listed).toBe(5000);
    expect(() => read(...makeList(5001))).toThrow('The list has more than 5000 items');
  });

  test('accepts an id of at most 120 characters', () => {
    const [longest, longer] = ['x'.repeat(120), 'x'.repeat(121)];
    const { items, errors } = read({ ...item, offerid: longest }, { ...item, offerid: longer });
    expect([...items.keys()]).toEqual([longest]);
    expect(errors).toEqual([{ item: 2, external_id: longest, problem: 'the id is too long' }]);
  });

  test('truncates a title after 200 characters, and a description after 4000', () => {
    const { items } = read({ ...item, name_short: 't'.repeat(201), adcopy: 'd'.repeat(4001) });
    expect(items.get('17')).toMatchObject({ title: 't'.repeat(200), description: 'd'.repeat(4000) });
  });
});
