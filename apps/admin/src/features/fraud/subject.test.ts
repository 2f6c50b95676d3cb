import type { FraudSubject } from '@inaam/contracts/fraud/fraud';
import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from '../../app/search-params.ts';
import { fraudSearch } from './fraud-search.ts';
import { parsePanelParam, toPanelParam } from './subject.ts';

test.each<FraudSubject>([
  { kind: 'user', key: 12 },
  { kind: 'ip', key: '203.0.113.7' },
  { kind: 'ip', key: '2001:db8:1:2::/64' },
  { kind: 'device', key: 'a-b-c' },
  { kind: 'device', key: 'f'.repeat(64) },
])('round-trips $kind $key through the URL', (subject) => {
  const query = stringifySearch(fraudSearch.validate({ tab: 'ips', panel: toPanelParam(subject) }));
  expect(parsePanelParam(fraudSearch.validate(parseSearch(query)).panel)).toEqual(subject);
});

test.each([undefined, '', 'new', 'user-', 'user-x', 'user-0', 'ip-', 'offer-3'])('rejects %j as a subject', (panel) => {
  expect(parsePanelParam(panel)).toBeUndefined();
});
