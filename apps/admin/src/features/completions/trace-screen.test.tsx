import { completionStateNames, completionStates } from '@inaam/contracts/completions/states';
import type { CompletionTrace } from '@inaam/contracts/completions/trace';
import { computeCommitment, computeRoll, fromHex } from '@inaam/contracts/spins/draw';
import { takeSample } from '@inaam/testing/sampling';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Refusal, renderWithServer } from '../../testing/render-with-server.tsx';

const app = renderWithServer();

const SEED = 'ab'.repeat(32);
const CLIENT_SEED = 'chai';
const COMPLETION = 41;
/** 99% of the rolls win ₹5. */
const CONFIG = JSON.stringify({ rewards: [{ amount: 5, probability: 99 }] });
const seed = fromHex(SEED);
const commitment = await computeCommitment(seed);
/** SHA-256 of the text, from `printf chai | sha256sum`. */
const CLIENT_HASH = 'ca9cfcfa498aa21bd1c28fd0a3396fd6ddf4d97403d0b7f0ee88ea6b87ee3223';
const roll = await computeRoll(seed, CLIENT_SEED, COMPLETION);

const voucher: CompletionTrace['vouchers'][number] = {
  voucher_id: 31,
  completion_id: COMPLETION,
  voucher_code: '••••B715',
  voucher_pin: null,
  voucher_brand: 'Amazon',
  voucher_amount: 5,
  status: 'assigned',
  expiry_date: '2027-03-31',
  assigned_at: '2026-07-19T12:00:01.000Z',
  withdrawn_at: null,
  withdrawn_reason: null,
  notice: null,
  notice_seen_at: null,
};
const postback: CompletionTrace['postbacks'][number] = {
  postback_id: 91,
  received_at: '2026-07-19T10:12:00.000Z',
  method: 'GET',
  ip: '198.51.100.7',
  query: 'click_id=click-3&sig=•••',
  outcome: 'accepted',
  reason: null,
};

/** A completion clicked at 10:00, reported at 10:12, spun and won at 12:00. */
const aTrace = (changed: Partial<CompletionTrace> = {}): CompletionTrace => ({
  completion: {
    completion_id: COMPLETION,
    completed_at: '2026-07-19T10:12:00.000Z',
    status: 'approved',
    state: 'won',
    reversed_at: null,
    held_until: null,
    source: 'network',
    goal_id: null,
    awaits_goal: false,
    network: 'Sandbox Network',
    transaction_id: 'txn-1',
    payout_amount: 42,
    reported_payout: '0.5',
    currency: 'USD',
    rate: 84,
  },
  goals: [],
  user: { user_id: 7, name: 'Asha Rao', email: 'asha@example.com', is_suspicious: false },
  offer: { offer_id: 3, external_offer_id: 'ext-3', title: 'Grocery survey', category: 'Survey' },
  click: {
    click_id: 'click-3',
    created_at: '2026-07-19T10:00:00.000Z',
    ip: '203.0.113.9',
    device: null,
    user_agent: null,
  },
  postbacks: [postback],
  spin: {
    outcome: 'won',
    commitment,
    spinner_config: CONFIG,
    spun_at: '2026-07-19T12:00:00.000Z',
    amount: 5,
    proof: { serverSeed: SEED, clientSeed: CLIENT_SEED, roll, clientSeedHash: CLIENT_HASH, share: 'committed' },
  },
  vouchers: [voucher],
  audit: [],
  ...changed,
});
const waitingSpin = {
  outcome: 'waiting',
  commitment,
  spinner_config: CONFIG,
  spun_at: null,
  amount: null,
  proof: null,
};

async function open(completionTrace: CompletionTrace) {
  app.answers['admin.completions.completionTrace'] = () => completionTrace;
  app.open(`/admin/conversions/${COMPLETION}`);
  await screen.findByRole('heading', { level: 1, name: `Conversion ${COMPLETION}` });
}
const part = (name: string) => within(screen.getByRole('region', { name }));
const readStepTitles = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

test('shows the steps from click to voucher with the time between them', async () => {
  await open(aTrace());
  expect(app.getInputs('admin.completions.completionTrace')).toEqual([{ completion_id: COMPLETION }]);
  expect(readStepTitles()).toEqual(
    expect.arrayContaining(['Click', 'Postback', 'Conversion', 'Spin', 'Proof', 'Voucher']),
  );
  expect(screen.getByText('12 minutes later')).toBeTruthy();
  expect(screen.getByText('1 hour later')).toBeTruthy();
  expect(screen.getByText('1 second later')).toBeTruthy();
  expect(part('Click').getByText('No fingerprint')).toBeTruthy();
  expect(part('Postback').getByText('click_id=click-3&sig=•••')).toBeTruthy();
  expect(part('Conversion').getByText('The network reported 0.5 USD, at ₹84 each')).toBeTruthy();
  expect(part('Voucher').getByRole('button', { name: 'Replace code ••••B715' })).toBeTruthy();
  const summary = part('At a glance');
  expect(summary.getByRole('link', { name: 'Asha Rao' }).getAttribute('href')).toBe('/admin/users/7');
});

describe('goals', () => {
  const goal: CompletionTrace['goals'][number] = {
    payment_id: 1,
    at: '2026-07-19T10:14:00.000Z',
    goal_id: 'level_5',
    name: 'Reach level 5',
    transaction_id: 'txn-1-level_5',
    status: 'approved',
    reversed_at: null,
    payout_amount: 8,
    reported_payout: '8',
    currency: 'INR',
    rate: 1,
  };
  const unnamed = { ...goal, payment_id: 2, goal_id: 'bonus', name: '', status: 'reversed', payout_amount: 3 };

  test('are separate steps with the names that the offer gives them, and their payouts add to the total', async () => {
    const { completion } = aTrace();
    const paymentWithoutGoal = { ...unnamed, payment_id: 3, goal_id: null };
    await open(
      aTrace({ completion: { ...completion, goal_id: 'purchase' }, goals: [goal, unnamed, paymentWithoutGoal] }),
    );
    expect(readStepTitles()).toEqual(
      expect.arrayContaining(['Conversion', 'Reach level 5', 'Goal bonus', 'Further transaction']),
    );
    expect(part('Reach level 5').getByText('level_5')).toBeTruthy();
    expect(part('Conversion').getByText('purchase')).toBeTruthy();
    // The conversion pays 42 and the goal 8; reversed goals do not count.
    expect(part('At a glance').getByText('₹50')).toBeTruthy();
  });

  test('are shown before the spin as the awaited goal and the amount paid so far', async () => {
    const { completion } = aTrace();
    const awaitingCompletion = { ...completion, goal_id: 'purchase', awaits_goal: true, status: 'pending' };
    await open(aTrace({ completion: awaitingCompletion, goals: [goal], spin: waitingSpin, vouchers: [] }));
    expect(part('Conversion').getByText('Goal purchase')).toBeTruthy();
    expect(part('At a glance').getByText('Paid so far')).toBeTruthy();
    expect(part('At a glance').getByText('₹8')).toBeTruthy();
    expect(part('At a glance').queryByText('₹42')).toBeNull();
  });
});

test('verifies a correct draw in the browser', async () => {
  await open(aTrace());
  const check = await screen.findByRole('list', { name: 'The draw, recomputed in this browser' });
  expect(
    within(check)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual([
    'The seed matches its commitment',
    'The client seed matches the one committed with the click',
    `Recomputed here: roll ${roll}`,
    'The odds give a win of ₹5, as recorded',
  ]);
  expect(part('Spin').getByText(/₹5 99%/).parentElement?.textContent).toContain('drawn');
});

test('rejects a tampered draw', async () => {
  const { spin } = aTrace();
  await open(
    aTrace({
      spin: {
        ...spin,
        commitment: '0'.repeat(64),
        amount: 10,
        proof: {
          serverSeed: SEED,
          clientSeed: CLIENT_SEED,
          roll: (roll + 1) % 1000,
          clientSeedHash: 'ab'.repeat(32),
          share: 'committed',
        },
      },
    }),
  );
  const check = await screen.findByRole('list', { name: 'The draw, recomputed in this browser' });
  expect(
    within(check)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual([
    'The seed does not match its commitment',
    'The client seed does not match the one committed with the click',
    `Recomputed here: roll ${roll}, not ${(roll + 1) % 1000}`,
    'The odds give a win of ₹5, not a win of ₹10',
  ]);
});

test.each(takeSample(completionStateNames, 2))(
  'shows the same word for the state in the summary and at the spin: %s',
  async (state) => {
    const { completion } = aTrace();
    const word = completionStates[state];
    await open(aTrace({ completion: { ...completion, state } }));
    expect(part('Spin').getByText(word)).toBeTruthy();
    expect(part('At a glance').getByText(word)).toBeTruthy();
  },
);

test('shows the commitment but not the seed before the spin', async () => {
  await open(aTrace({ spin: waitingSpin, vouchers: [] }));
  expect(part('Proof').getByText(/^The seed stays secret until the spin/)).toBeTruthy();
  expect(part('Proof').getByText(commitment)).toBeTruthy();
  expect(part('Voucher').getByText('None until the wheel is spun.')).toBeTruthy();
  expect(screen.queryByText(SEED)).toBeNull();
});

test('expects no postback after a manual credit', async () => {
  const { completion } = aTrace();
  await open(aTrace({ completion: { ...completion, source: 'admin', reported_payout: null }, postbacks: [] }));
  expect(part('Postback').getByText('None: an admin credited it manually.')).toBeTruthy();
  expect(part('Conversion').getByText('Manually')).toBeTruthy();
});

test('shows that the wheel is locked until confirmation', async () => {
  const { completion } = aTrace();
  await open(aTrace({ completion: { ...completion, status: 'pending' }, spin: waitingSpin, vouchers: [] }));
  expect(part('Conversion').getByText(/^Not yet: its payout does not count/)).toBeTruthy();
});

test('shows when a hold ends', async () => {
  const { completion } = aTrace();
  const heldCompletion = { ...completion, held_until: '2026-07-21T10:00:00.000Z' };
  await open(aTrace({ completion: heldCompletion, spin: waitingSpin, vouchers: [] }));
  expect(part('Conversion').getByText('21 Jul 2026, 3:30 pm IST')).toBeTruthy();
});

test('shows that an owed win waits for stock', async () => {
  const { spin } = aTrace();
  await open(aTrace({ spin: { ...spin, outcome: 'owed' }, vouchers: [] }));
  expect(part('Voucher').getByText(/^A ₹5 voucher is owed/)).toBeTruthy();
});

test('shows no voucher after a loss', async () => {
  const { spin } = aTrace();
  await open(aTrace({ spin: { ...spin, outcome: 'lost', amount: null }, vouchers: [] }));
  expect(part('Voucher').getByText('None: the spin did not win.')).toBeTruthy();
});

test.each([
  ['before a spin that is withheld', { spin: waitingSpin, vouchers: [] }, ['Conversion', 'Reversal', 'Spin']],
  ['after the voucher', {}, ['Proof', 'Voucher', 'Reversal']],
])('shows a reversal in its place among the steps: %s', async (_, changed, order) => {
  const { completion } = aTrace();
  await open(
    aTrace({ ...changed, completion: { ...completion, status: 'reversed', reversed_at: '2026-07-20T10:00:00.000Z' } }),
  );
  const titles = readStepTitles();
  const start = titles.indexOf(order[0] ?? '');
  expect(titles.slice(start, start + 3)).toEqual(order);
});

test('lists repeated postbacks, oldest first, and replaced vouchers', async () => {
  await open(
    aTrace({
      postbacks: [
        { ...postback, postback_id: 92, received_at: '2026-07-19T10:30:00.000Z', outcome: 'repeat', reason: 'Known' },
        postback,
      ],
      vouchers: [
        {
          ...voucher,
          voucher_id: 32,
          voucher_code: '••••NEW1',
          voucher_pin: null,
          notice: 'replaced',
          assigned_at: '2026-07-21T12:00:00.000Z',
        },
        {
          ...voucher,
          status: 'expired',
          withdrawn_at: '2026-07-21T12:00:00.000Z',
          withdrawn_reason: 'Refused',
          assigned_at: null,
        },
      ],
    }),
  );
  const postbackItems = part('Postbacks').getAllByRole('listitem');
  expect(postbackItems.map((call) => /Accepted|Repeat/.exec(call.textContent)?.[0])).toEqual(['Accepted', 'Repeat']);
  expect(
    part('Vouchers')
      .getAllByText(/^Withdrawn/)
      .map(({ parentElement }) => parentElement?.textContent),
  ).toContainEqual(expect.stringMatching(/Withdrawn .*: Refused/));
});

test('shows an error for a conversion that does not exist', async () => {
  app.answers['admin.completions.completionTrace'] = () => {
    throw new Refusal('COMPLETION_NOT_FOUND');
  };
  app.open('/admin/conversions/9');
  expect(await screen.findByText('There is no such conversion')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All conversions' })).toBeTruthy();
});
