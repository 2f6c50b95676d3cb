import type { FeedDifference } from '@inaam/contracts/networks/feed';
import { expect, test } from 'vitest';
import { changeKeys, createFeedSelection, suggestSelection, toApplyInput } from './feed-differences.tsx';

const values = { title: 'A' } as FeedDifference['new'][number]['values'];
const difference: FeedDifference = {
  new: [
    { external_id: 'a', values },
    { external_id: 'b', values },
  ],
  changed: [
    {
      external_id: 'c',
      offer_id: 3,
      title: 'C',
      changes: [
        { field: 'title', offer_value: 'C', feed_value: 'D', is_edited_here: true },
        { field: 'reward_amount', offer_value: 1, feed_value: 2, is_edited_here: false },
      ],
    },
    {
      external_id: 'e',
      offer_id: 5,
      title: 'E',
      changes: [{ field: 'title', offer_value: 'E', feed_value: 'F', is_edited_here: true }],
    },
  ],
  gone: [{ external_id: 'g', offer_id: 7, title: 'G' }],
};

test('selects no change that overrides an admin’s edit', () => {
  expect(toApplyInput(difference, suggestSelection(difference))).toEqual({
    new: ['a', 'b'],
    changed: [{ external_id: 'c', fields: ['reward_amount'] }],
    gone: [],
  });
});

test('selects and deselects changes singly and in groups', () => {
  let chosen = suggestSelection(difference);
  const change = () =>
    createFeedSelection(chosen, (next) => {
      chosen = next;
    });
  change().toggle(changeKeys.new('a'));
  change().toggle(changeKeys.gone('g'));
  change().selectAll([changeKeys.field('c', 'title'), changeKeys.field('e', 'title')], true);
  change().selectAll([changeKeys.field('c', 'reward_amount')], false);
  expect(toApplyInput(difference, chosen)).toEqual({
    new: ['b'],
    changed: [
      { external_id: 'c', fields: ['title'] },
      { external_id: 'e', fields: ['title'] },
    ],
    gone: ['g'],
  });
});
