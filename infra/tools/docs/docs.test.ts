import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { descriptions } from '../../../apps/api/src/openapi/descriptions.ts';
import { summarizeHost } from '../../../apps/api/src/openapi/summary.ts';
import { buildDocuments } from './documents.ts';

describe('npm run docs', () => {
  test.each(buildDocuments())('generates the committed $path: run npm run docs after a change', (file) => {
    expect(readFileSync(file.path, 'utf8') === file.text, file.path).toBe(true);
  });
});

describe('the summary of the documented calls', () => {
  const summarizeChanged = (change: (app: ReturnType<typeof descriptions>['app']) => void): string => {
    const { app } = descriptions();
    change(app);
    return summarizeHost(app);
  };
  const unchanged = summarizeChanged(() => {});
  const toLines = (text: string) => new Set(text.split('\n'));

  test('loses one line when a field is removed', () => {
    const without = summarizeChanged((app) => delete app.components.schemas['SessionUser']?.properties?.['email']);
    expect(unchanged.split('\n')).toHaveLength(without.split('\n').length + 1);
  });

  test.each([
    ['a type', { type: 'number' }, '  sessionId: number'],
    ['a limit', { type: 'string', maxLength: 9 }, '  sessionId: string ..9'],
    ['a choice', { enum: ['a', 'b'], default: 'a' }, '  sessionId: "a" | "b" = "a"'],
    ['null', { type: ['string', 'null'] }, '  sessionId: string | null'],
    ['a reference', { $ref: '#/components/schemas/Offer' }, '  sessionId: Offer'],
    ['a map', { type: 'object', additionalProperties: { type: 'number' } }, '  sessionId: { [name]: number }'],
    ['a list', { type: 'array', items: { type: 'string' } }, '  sessionId: string[]'],
    ['a format', { type: 'string', format: 'date' }, '  sessionId: string (date)'],
  ])('shows %s', (_what, schema, line) => {
    const text = summarizeChanged((app) => {
      Object.assign(app.components.schemas['LoginReply']?.properties ?? {}, { sessionId: schema });
    });
    expect([...toLines(text)].filter((each) => !toLines(unchanged).has(each))).toEqual([line]);
  });

  test('shows that a field may be absent', () => {
    const text = summarizeChanged((app) => Object.assign(app.components.schemas['LoginReply'] ?? {}, { required: [] }));
    expect(text).toContain('LoginReply\n  success?: true\n  sessionId?: string\n  user?: SessionUser\n');
  });

  test('shows calls with access, body and errors', () => {
    expect(unchanged).toContain(
      [
        'POST /api/click-offer.php · clickOffer · session',
        '  IdempotencyKey',
        '  application/json: ClickOfferRequest',
        '  200 ClickOfferReply',
        '  400 BAD_INPUT',
        '  401 NOT_SIGNED_IN',
        '  403 SUSPENDED, BLOCKED, FOREIGN_ORIGIN',
        '  404 OFFER_NOT_FOUND',
      ].join('\n'),
    );
    expect(summarizeChanged((app) => delete app.paths['/api/spin.php'])).not.toContain('/api/spin.php');
  });
});
