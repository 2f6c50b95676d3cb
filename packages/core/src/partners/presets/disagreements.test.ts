import type { Source } from '@inaam/contracts/networks/networks';
import { dialectSpecs, specOf } from '@inaam/dialects/table';
import { describe, expect, test } from 'vitest';
import { disagreements } from './disagreements.ts';
import { presets } from './presets.ts';

/**
 * Presets against descriptions of the same networks from other sources. A difference that stands here is known, is
 * shown to operators as something to check, and has its reason beside it.
 */
const KNOWN: Record<string, string[]> = {};

const presetOf = (id: string) => {
  const found = presets.find((preset) => preset.id === id);
  if (!found) throw new Error(`there is no preset ${id}`);
  return found;
};
const spec = (id: string) => {
  const found = specOf(id);
  if (!found) throw new Error(`there is no dialect ${id}`);
  return found;
};

test('every preset has a description by other sources', () => {
  expect(dialectSpecs.map(({ id }) => id).toSorted()).toEqual(presets.map(({ id }) => id).toSorted());
});

describe.each(presets.map((preset) => [preset.id, preset] as const))('%s', (id, preset) => {
  test('names its sources, each with what it says and a day', () => {
    for (const { sources } of [preset, spec(id)]) {
      expect(sources.length).toBeGreaterThan(0);
      for (const { title, says, read } of sources) {
        expect(title).not.toBe('');
        expect(says).not.toBe('');
        expect(read).toMatch(/^2026-\d\d-\d\d$/);
      }
    }
  });

  test('was not written from the pages of the description that it is compared with', () => {
    const pages = (sources: readonly Source[]) => sources.map(({ title, url }) => url ?? title);
    const own = pages(preset.sources);
    expect(pages(spec(id).sources).filter((page) => own.includes(page))).toEqual([]);
  });

  test('says what no vendor’s page confirms', () => {
    const hasVendor = [preset, spec(id)].some(({ sources }) => sources.some(({ trust }) => trust === 'vendor'));
    if (!hasVendor) expect(preset.unconfirmed.length).toBeGreaterThan(0);
  });

  test('and the description differ in nothing that is not known', () => {
    expect(disagreements(preset, spec(id))).toEqual(KNOWN[id] ?? []);
  });
});

describe('a difference is found', () => {
  const of = (id: string, settings: object, other: object = {}) =>
    disagreements({ ...presetOf(id), settings: { ...presetOf(id).settings, ...settings } }, { ...spec(id), ...other });
  test.each([
    [
      'words that mean something else',
      'adgate',
      { status_map: { '': 'approve', '1': 'approve', '0': 'reverse' } },
      /^How it reports a conversion: .*parked/,
    ],
    [
      'macros that are written otherwise',
      'monlix',
      {
        postback_query:
          'subId={subId}&transactionId={transactionId}&payout={payout}&status={status}&secretKey={{secretKey}}',
      },
      /holds a macro that the network did not fill in/,
    ],
    [
      'the tracker’s own click',
      'keitaro',
      { postback_query: 'external_id={subid}&transaction={tid}&payout={revenue}&status={status}' },
      /send the click id in another parameter/,
    ],
    [
      'a formula',
      'cpx',
      { signing: { ...presetOf('cpx').settings.signing, template: '{trans_id}.{secret}' } },
      /Signature not valid/,
    ],
    ['an install step', 'bitlabs', { status_rules: [] }, /other sources say to ignore it/],
    ['a negative amount', 'offertoro', { status_rules: [] }, /^How it reports a reversal/],
    ['a test call', 'revtoo', { status_rules: [] }, /other sources say to ignore it/],
    [
      'an amount that is not read',
      'adgem',
      { params: { ...presetOf('adgem').settings.params, payout: 'sum' } },
      /a payout that we do not read/,
    ],
    ['a currency', 'adgem', { currency: 'EUR' }, /^Its currency: EUR here, USD/],
    ['a reply', 'kiwiwall', { replies: {} }, /^The reply it expects/],
    ['an address', 'kiwiwall', { source_addresses: [] }, /^Its IP addresses: .*34\.193\.235\.172/],
    ['a link', 'adgate', { click_param: 's3', link_params: { s1: 'user_id' } }, /s2 is missing/],
  ])('%s (%s)', (_, id, settings, expected) => {
    expect(of(id, settings).join('\n')).toMatch(expected);
  });

  test('another address of public keys', () => {
    expect(
      of('admob', { signing: { ...presetOf('admob').settings.signing, keys_url: 'https://example.com/' } }),
    ).toEqual(['How its signature is made.']);
  });
});
