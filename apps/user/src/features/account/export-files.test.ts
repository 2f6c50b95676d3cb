import { expect, test } from 'vitest';
import { toCsv } from './export-files.ts';

test('writes one line per value, quotes where needed, and defuses formulas', () => {
  const rows = [{ email: 'a@example.com', names: 'Rao, "Asha"', note: '=1+1', none: null, on: true }];
  expect(toCsv({ at: '', sections: [{ name: 'account', rows }] })).toBe(
    [
      'section,row,field,value',
      'account,1,email,a@example.com',
      'account,1,names,"Rao, ""Asha"""',
      "account,1,note,'=1+1",
      'account,1,none,',
      'account,1,on,true',
      '',
    ].join('\r\n'),
  );
});
