/**
 * Validation texts of the specification that are whole sentences. Every transport sends them unchanged. All other texts
 * begin with the field's name.
 */
export const wholeSentenceTexts: ReadonlySet<string> = new Set([
  'Passwords do not match',
  'Password must be at least 8 characters',
  'Username must be at least 3 characters',
  'Total win probability must be less than 100%',
  'Please enter a valid amount greater than 0',
  'Please enter a voucher code',
  'Please enter at least one voucher code',
  'Maximum 100 voucher codes allowed per batch',
  'Please select users to flag',
  'Please select users to unflag',
]);
