import { isIPv4 } from 'node:net';
import { expect, test } from 'vitest';
import {
  canonicalAddress,
  findAddressesContaining,
  formatAddress,
  isInAllowlist,
  normalizeAddress,
} from './address.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['::1', '::1'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['fe80::ffff:1%25', 'fe80::/64'],
])('normalizes %s to %s', (text, expected) => {
  expect(normalizeAddress(text)).toBe(expected);
});

test.each([
  undefined,
  '',
  ' ',
  'rubbish',
  '1.2.3.4.5',
  '256.1.1.1',
  ':::',
  '2001:db8::1/64',
  '192.0.2.1, 10.0.0.1',
  '192.0.2.1:80',
  '[::1]',
  '\u0000',
])('rejects %j as an address', (text) => {
  expect(normalizeAddress(text)).toBeNull();
  expect(canonicalAddress(text)).toBeNull();
  expect(isInAllowlist(text, ['0.0.0.0/0', '::/0'])).toBe(false);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:DB8:1:2:3::9', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['10', null],
  ['198.51', null],
  ['010.0.0.1', null],
  ['192.0.2.1/64', null],
  ['::ffff:192.0.2.1/64', null],
  ['2001:db8::/48', null],
  ['fe80:', null],
  ['', null],
])('normalizes the typed text %j to %j (null: not a complete address)', (text, expected) => {
  expect(formatAddress(text)).toBe(expected);
});

test('matches single addresses and blocks of IPv4 and IPv6; an empty list matches all', () => {
  const list = ['192.0.2.7', '198.51.100.0/24', '2001:db8:1::/48', '2001:db8:2::9'];
  for (const inside of ['192.0.2.7', '::ffff:192.0.2.7', '198.51.100.255', '2001:db8:1:ffff::1', '2001:db8:2::9']) {
    expect([inside, isInAllowlist(inside, list)]).toEqual([inside, true]);
  }
  for (const outside of ['192.0.2.8', '198.51.101.0', '2001:db8:2::8', '::1']) {
    expect([outside, isInAllowlist(outside, list)]).toEqual([outside, false]);
  }
  expect(isInAllowlist('rubbish', [])).toBe(true);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['2001:0DB8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::1', '::1'],
])('formats %s in canonical form as %s', (text, expected) => {
  expect(canonicalAddress(text)).toBe(expected);
});

test('matches addresses and blocks in any notation; of IPv6, only mapped addresses and blocks match IPv4', () => {
  for (const [entry, inside, outside] of [
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.8'],
    ['::ffff:192.0.2.0/120', '192.0.2.255', '192.0.3.0'],
    ['192.0.2.0/25', '::ffff:192.0.2.127', '::ffff:192.0.2.128'],
    ['192.0.2.9/32', '192.0.2.9', '192.0.2.10'],
    ['10.0.0.0/8', '10.255.255.255', '11.0.0.0'],
    ['2001:DB8::/33', '2001:db8:7fff::1', '2001:db8:8000::1'],
    ['2001:db8::1/128', '2001:db8:0::1', '2001:db8::2'],
    ['fe80::/10', 'fe80::1%eth0', 'fec0::1'],
    // The widest IPv6 block contains no IPv4 address, and the widest IPv4 block no IPv6 address.
    ['::/0', '2001:db8::1', '192.0.2.1'],
    ['0.0.0.0/0', '192.0.2.1', '2001:db8::1'],
    // This IPv6 block contains exactly the mapped IPv4 addresses.
    ['::ffff:0:0/96', '192.0.2.1', '2001:db8::1'],
  ] as const) {
    expect([entry, isInAllowlist(inside, [entry]), isInAllowlist(outside, [entry])]).toEqual([entry, true, false]);
  }
});

test('lists the IPv4 addresses whose text contains a given IPv4 address, and rejects any other text', () => {
  expect(findAddressesContaining('198.51.100.7')).toEqual([
    '198.51.100.7',
    ...Array.from({ length: 10 }, (_, digit) => `198.51.100.7${digit}`),
  ]);
  expect(findAddressesContaining('45.0.0.255')).toEqual(['45.0.0.255', '145.0.0.255', '245.0.0.255']);
  const ones = findAddressesContaining('1.1.1.1') ?? [];
  expect(ones).toHaveLength(26 * 111);
  expect(ones.every((address) => address.includes('1.1.1.1') && isIPv4(address))).toBe(true);
  for (const text of ['198.51.100', '198.51.100.7 ', '01.2.3.4', '256.1.1.1', '2001:db8::1', '::ffff:1.2.3.4'])
    expect(findAddressesContaining(text)).toBeUndefined();
});
