import type { MessageKind, PayloadOf, SealedOf } from '@inaam/contracts/messages/messages';

/** An example of every message kind. The file does not compile if a kind has no example. */
export const messageExamples: { [K in MessageKind]: PayloadOf<K> & SealedOf<K> } = {
  admin_digest: {
    day: '2026-01-02',
    url: 'https://admin.example/admin',
    figures: [['Revenue', '₹1,200']],
    todos: ['3 wins owed, ₹30'],
  },
  admin_notice: {
    title: 'A request needs your decision',
    text: 'meera asks for a second person.',
    facts: [['Payout', '₹5,000']],
    url: 'https://admin.example/admin/approvals',
    label: 'Open the request',
  },
  sign_up: { token: 'tok', code: '123456' },
  verify_email: { token: 'tok', code: '123456' },
  reset_password: { token: 'tok' },
  sign_in_link: { token: 'tok' },
  confirm_email: { token: 'tok', code: '123456' },
  email_changed: { email: 'new@example.com', token: 'tok' },
  password_changed: { at: '2026-01-02T03:04:05.000Z' },
  passkey_added: { name: 'My <phone>' },
  passkeys_removed: { count: 2 },
  new_device: { browser: 'Chrome on Android', ip: '198.51.100.7', at: '2026-01-02T03:04:05.000Z' },
  deletion_due: { at: '2026-01-09T03:04:05.000Z' },
  account_deleted: {},
  spin_ready: { offer: 'Tom & Jerry', offer_id: 7 },
  owed_win_filled: { brand: 'Amazon', amount: 10 },
  voucher_expiring: { brand: 'Myntra', amount: 5, expires: '2026-01-09T03:04:05.000Z' },
  case_answered: { credited: false, offer: 'Tom & Jerry', answer: 'No purchase was made.', held_until: null },
};
