import { expect, test } from 'vitest';
import { brandColour, getInitials, getTextColour } from './brand-logo.tsx';

test.each([
  ['Zomato', 'Z'],
  ['BookMyShow', 'BM'],
  ['Big Bazaar', 'BB'],
  ['amazon', 'A'],
  ['ज़ोमैटो', 'ज'],
  ['', '?'],
])('gives %s the initials %s', (brand, initials) => expect(getInitials(brand)).toBe(initials));

test('gives a known brand its own colour, and any other brand a colour that never changes', () => {
  expect(brandColour('zomato', 'Zomato')).toBe('#e23744');
  expect(brandColour('other', 'BookMyShow')).toBe(brandColour('other', 'BookMyShow'));
});

test('uses dark initials on a light colour, and white initials on a dark colour', () => {
  expect(getTextColour('#ff9900')).toBe('#14102b');
  expect(getTextColour('#1d4ed8')).toBe('#ffffff');
});
