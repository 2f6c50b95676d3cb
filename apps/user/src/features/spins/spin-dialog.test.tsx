import { readDrawnRotation, sliceUnderPointer } from '@inaam/ui/testing/drawn-wheel';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { offer, Refusal, renderApp, user } from '../../testing/render-app.tsx';
import { lostSpin, pressWhenReady, wonSpin as won } from '../../testing/spin-fixture.ts';

const app = renderApp();

describe('the wheel', () => {
  const completed = { ...offer, completed: true, spin_commitment: 'c0ffee' };
  const openWheel = async () => {
    app.answers['user.identity.me'] = () => user;
    app.answers['user.offers.list'] = () => ({ offers: [completed] });
    // With reduced motion the result appears without rotation or wait.
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    app.open('/');
    fireEvent.click(await screen.findByRole('button', { name: 'Spin Wheel' }));
    return screen.findByRole('dialog');
  };

  test('lists prizes and odds, sends the client seed, and shows the voucher', async () => {
    let seed: unknown;
    app.answers['user.spins.spin'] = (input) => {
      seed = input.clientSeed;
      return won;
    };
    app.answers['user.insights.stats'] = () => ({
      stats: {},
      completions: [
        { voucher: null },
        { voucher: { code: 'AMZ-10-XYZ', brand: 'Amazon', use_url: 'https://www.amazon.in/gc/redeem' } },
      ],
    });
    const dialog = await openWheel();
    expect(screen.getByLabelText('Prizes and odds').textContent).toBe('₹510%₹105%Try Again85%');
    expect(dialog.textContent).toContain('c0ffee');
    fireEvent.click(screen.getByRole('button', { name: 'Spin Now' }));
    expect(await screen.findByText('AMZ-10-XYZ')).toBeTruthy();
    expect(seed).toMatch(/^[0-9a-f]{32}$/);
    expect(dialog.textContent).toContain('Amazon');
    expect(dialog.textContent).toContain('₹10');
    expect(dialog.textContent).toContain('31 Mar 2027');
    expect(screen.getByRole('button', { name: 'Copy Code' })).toBeTruthy();
    expect(screen.getByText('4821')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy PIN' })).toBeTruthy();
    const use = await screen.findByRole('link', { name: 'Use at Amazon' });
    expect(use.getAttribute('href')).toBe('https://www.amazon.in/gc/redeem');
    expect(use.getAttribute('rel')).toContain('noopener');

    const before = app.calls.filter((name) => name === 'user.offers.list').length;
    await pressWhenReady('Awesome');
    await waitFor(() => expect(app.calls.filter((name) => name === 'user.offers.list')).toHaveLength(before + 1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    // With the default odds, the first slice (₹5) ends at 9 degrees. Two 'Try Again' slices follow up to 59.76 degrees,
    // and then a slice of ₹10 that is 9 degrees wide.
    [1, 'voucher_5', 'var(--wheel-1)'],
    [60, 'voucher_10', 'var(--wheel-2)'],
    [10, 'none', 'var(--wheel-rest)'],
    [359, 'none', 'var(--wheel-rest-2)'],
  ])('points at the drawn slice for a landing angle of %d degrees', async (landingAngle, rewardType, fill) => {
    const { voucher: _, ...owed } = won;
    app.answers['user.spins.spin'] = () => ({ ...owed, landingAngle, rewardType, message: 'Landed' });
    const dialog = await openWheel();
    fireEvent.click(screen.getByRole('button', { name: 'Spin Now' }));
    await screen.findByText('Landed');
    expect(sliceUnderPointer(dialog)?.fill).toBe(fill);
  });

  test('repeats the request with the same seed after a reload in mid-spin, and shows the stored result', async () => {
    const seeds: unknown[] = [];
    let answer: () => void = () => {};
    app.answers['user.spins.spin'] = (input) => {
      seeds.push(input.clientSeed);
      return new Promise((resolve) => {
        answer = () => resolve(won);
      });
    };
    await openWheel();
    fireEvent.click(screen.getByRole('button', { name: 'Spin Now' }));
    await waitFor(() => expect(seeds).toHaveLength(1));
    // A reload keeps only the storage of this tab.
    cleanup();
    app.answers['user.offers.list'] = () => ({
      offers: [{ ...completed, spinner_used: true, reward_type: 'voucher_10', voucher_code: 'AMZ-10-XYZ' }],
    });
    app.open('/');
    await screen.findByRole('dialog');
    await waitFor(() => expect(seeds).toHaveLength(2));
    answer();
    expect(await screen.findByRole('button', { name: 'Awesome' })).toBeTruthy();
    expect(seeds[1]).toBe(seeds[0]);

    await pressWhenReady('Awesome');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleanup();
    app.open('/');
    await screen.findByText('AMZ-10-XYZ');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('resumes a spin that a reload interrupted, even if the URL names another offer', async () => {
    app.answers['user.spins.spin'] = () => new Promise(() => undefined);
    await openWheel();
    fireEvent.click(screen.getByRole('button', { name: 'Spin Now' }));
    await waitFor(() => expect(app.calls).toContain('user.spins.spin'));
    cleanup();
    app.answers['user.spins.spin'] = () => lostSpin;
    app.answers['user.offers.list'] = () => ({
      offers: [
        { ...completed, spinner_used: true },
        { ...completed, offer_id: 9, title: 'Another survey' },
      ],
    });
    app.open('/?spin=9');
    expect((await screen.findByRole('dialog')).textContent).toContain(offer.title);
    expect(await screen.findByText('No luck')).toBeTruthy();
    expect(app.address()).toBe('/?spin=3');
  });

  test('restores a shown result after a reload, unless the URL names another offer', async () => {
    app.answers['user.spins.spin'] = () => lostSpin;
    await openWheel();
    fireEvent.click(screen.getByRole('button', { name: 'Spin Now' }));
    await screen.findByText('No luck');
    // The spin is stored as shown when its result is rendered.
    const storedSpin = await waitFor(() => {
      const stored = sessionStorage.getItem('pendingSpin') ?? '';
      expect(stored).toContain('"isShown":true');
      return stored;
    });
    // A real reload runs no clean-up of components. `cleanup` does, so this function restores the storage.
    const reload = (address: string) => {
      cleanup();
      sessionStorage.setItem('pendingSpin', storedSpin);
      app.answers['user.offers.list'] = () => ({
        offers: [
          { ...completed, spinner_used: true },
          { ...completed, offer_id: 9, title: 'Another survey' },
        ],
      });
      app.open(address);
    };
    reload('/?spin=3');
    expect(await screen.findByText('No luck')).toBeTruthy();
    reload('/?spin=9');
    expect((await screen.findByRole('dialog')).textContent).toContain('Another survey');
    expect(screen.getByRole('button', { name: 'Spin Now' })).toBeTruthy();
    expect(app.address()).toBe('/?spin=9');
    expect(sessionStorage.getItem('pendingSpin')).toBeNull();
  });

  test('accepts the verification code in the sheet and continues with the spin', async () => {
    let isVerified = false;
    app.answers['user.spins.spin'] = () => {
      if (!isVerified) throw new Refusal('EMAIL_NOT_VERIFIED');
      return won;
    };
    app.answers['user.account.verifyByCode'] = () => {
      isVerified = true;
      return {};
    };
    app.answers['user.insights.stats'] = () => ({ stats: {}, completions: [] });
    await openWheel();
    fireEvent.click(screen.getByRole('button', { name: 'Spin Now' }));
    fireEvent.change(await screen.findByLabelText('Code'), { target: { value: '123456' } });
    fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('Verified. Good luck!')).toBeTruthy();
    expect(await screen.findByText('AMZ-10-XYZ')).toBeTruthy();
  });

  test('closes and focuses the best offer when “Next offer” is pressed', async () => {
    app.answers['user.spins.spin'] = () => lostSpin;
    await openWheel();
    app.answers['user.offers.list'] = () => ({
      offers: [
        { ...completed, spinner_used: true },
        { ...offer, offer_id: 8, title: 'Another survey' },
      ],
    });
    fireEvent.click(screen.getByRole('button', { name: 'Spin Now' }));
    await screen.findByText('No luck');
    await pressWhenReady('Next offer');
    await waitFor(() => expect(document.activeElement?.id).toBe('offer-8-card'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('offers the next ready spin in the same dialog, with the number of ready spins', async () => {
    app.answers['user.identity.me'] = () => user;
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    const others = [
      { ...completed, offer_id: 8, title: 'Another survey' },
      { ...completed, offer_id: 9, title: 'Savings account' },
    ];
    app.answers['user.offers.list'] = () => ({ offers: [completed, ...others] });
    app.open('/');
    fireEvent.click((await screen.findAllByRole('button', { name: 'Spin Wheel' }))[0] as HTMLElement);
    const spun: unknown[] = [];
    app.answers['user.spins.spin'] = ({ offerId }) => {
      spun.push(offerId);
      app.answers['user.offers.list'] = () => ({ offers: [{ ...completed, spinner_used: true }, ...others] });
      return lostSpin;
    };
    fireEvent.click(await screen.findByRole('button', { name: 'Spin Now' }));
    expect(await screen.findByText('Next: “Another survey” is ready to spin.')).toBeTruthy();
    await pressWhenReady('Spin the next (2 left)');
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('Another survey'));
    await waitFor(() => expect(app.address()).toBe('/?spin=8'));
    // A second press at the same place is ignored at first, because it may be meant for the previous button.
    await pressWhenReady('Spin Now');
    expect(await screen.findByRole('button', { name: 'Spin the next (1 left)' })).toBeTruthy();
    expect(spun).toEqual([3, 8]);
    app.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.address()).toBe('/');
  });

  test('closes on Back', async () => {
    await openWheel();
    expect(app.address()).toBe('/?spin=3');
    app.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.address()).toBe('/');
  });

  test('opens from a link, and shows only the offers if there is nothing to spin', async () => {
    app.answers['user.identity.me'] = () => user;
    app.answers['user.offers.list'] = () => ({ offers: [completed] });
    app.open('/?spin=3');
    expect((await screen.findByRole('dialog')).textContent).toContain('Spin the wheel');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleanup();
    app.answers['user.offers.list'] = () => ({ offers: [{ ...completed, spinner_used: true }] });
    app.open('/?spin=3');
    await waitFor(() => expect(app.address()).toBe('/'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    ['EMAIL_NOT_VERIFIED', 'Please verify your email to spin'],
    ['SPINS_PAUSED', 'Spins are paused for a short while. Your spin is safe.'],
  ] as const)('shows why nothing was drawn after %s, but no error', async (code, text) => {
    app.answers['user.spins.spin'] = () => {
      throw new Refusal(code);
    };
    const dialog = await openWheel();
    fireEvent.click(screen.getByRole('button', { name: 'Spin Now' }));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(dialog.textContent).not.toContain('Spin failed');
    expect(screen.getByRole('button', { name: 'Spin Now' })).toBeTruthy();
    expect(sessionStorage.getItem('pendingSpin')).toBeNull();
  });

  test('shows a failure, follows the finger again, and can be retried', async () => {
    let attempts = 0;
    app.answers['user.spins.spin'] = () => {
      attempts += 1;
      if (attempts === 1) throw new Refusal('UNAVAILABLE');
      return { ...lostSpin, message: 'Better luck next time!' };
    };
    const dialog = await openWheel();
    fireEvent.click(screen.getByRole('button', { name: 'Spin Now' }));
    expect(await screen.findByText('Spin failed. Please try again.')).toBeTruthy();
    const landed = readDrawnRotation(dialog);
    // Without a layout the wheel's centre is at 0, 0.
    const disc = within(dialog).getByTestId('wheel-disc');
    fireEvent.pointerDown(disc, { button: 0, clientX: 90, clientY: 0 });
    fireEvent.pointerMove(disc, { clientX: 0, clientY: 90 });
    fireEvent.pointerCancel(disc);
    expect(readDrawnRotation(dialog)).toBeCloseTo(landed + 90);
    await pressWhenReady('Spin Now');
    expect(await screen.findByText('Better luck next time!')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'How this was drawn' }).getAttribute('href')).toBe('/fairness?offer=3');
  });
});
