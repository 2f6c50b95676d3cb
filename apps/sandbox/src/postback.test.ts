import { describe, expect, test } from 'vitest';
import { getTransactionId, signQuery } from './postback.ts';

const secret = 'golden-secret-golden-secret';
const timestamp = 1_760_000_000;

describe('signQuery', () => {
  // The expected signatures were computed with `openssl dgst -sha256 -hmac` and with Python’s hmac.
  test('signs the exact encoded query, and appends the signature', () => {
    const postback = { clickId: 'a b+&é', transactionId: 'T-1', payout: '12.50', status: 'approved', timestamp };
    expect(signQuery(postback, secret)).toBe(
      'click_id=a%20b%2B%26%C3%A9&transaction_id=T-1&payout=12.50&currency=INR&status=approved&timestamp=1760000000' +
        '&signature=25147c69d37dcf69e35632be7d37aa08e73d963b70acf8a3264d5ce2dca3a6a2',
    );
  });

  test('omits the price if none is given', () => {
    const postback = { clickId: 'c1', transactionId: 'T-1', status: 'reversed', timestamp };
    expect(signQuery(postback, secret)).toBe(
      'click_id=c1&transaction_id=T-1&status=reversed&timestamp=1760000000' +
        '&signature=807293aec204cac39f7d313381a8d5d5185221e6bb3549ab428b5e527049bb2a',
    );
  });
});

test('derives one transaction ID per click', () => {
  expect(getTransactionId('c1')).toBe(getTransactionId('c1'));
  expect(getTransactionId('c1')).not.toBe(getTransactionId('c2'));
});
