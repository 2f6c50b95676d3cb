import { istDay } from '@inaam/contracts/common/time';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { offer, Refusal, renderApp, user } from '../../../testing/render-app.tsx';

const app = renderApp();

describe('notices about vouchers', () => {
  const notice = {
    voucher_id: 31,
    notice: 'replaced',
    title: 'Grocery survey',
    voucher_amount: 10,
    voucher_brand: 'Amazon',
    voucher_code: 'AMZ-NEW-1',
    voucher_pin: null,
    expiry_date: '2027-03-31',
  };
  /** Opens the offers with a session check that announces notices. */
  const openWithNotices = () => app.openSignedIn('/', { hasVoucherNotice: true });

  test('appear above the offers until dismissed', async () => {
    let notices = [notice, { ...notice, voucher_id: 32, notice: 'resent', voucher_code: 'AMZ-OLD-2' }];
    let dismissed: unknown;
    app.answers['user.vouchers.notices'] = () => ({ notices, ending: [] });
    app.answers['user.vouchers.dismissNotice'] = (input) => {
      dismissed = input;
      notices = notices.filter(({ voucher_id }) => voucher_id !== input.voucher_id);
      return {};
    };
    await openWithNotices();
    const news = await screen.findByRole('list', { name: 'News about your vouchers' });
    expect(news.textContent).toContain('Amazon · ₹10');
    expect(news.textContent).toContain('AMZ-NEW-1');
    expect(news.textContent).toContain('31 Mar 2027');
    expect(screen.getByRole('heading', { name: 'Your voucher code again' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss “Your new voucher code”' }));
    await waitFor(() => expect(screen.queryByText('AMZ-NEW-1')).toBeNull());
    expect(screen.getByText('AMZ-OLD-2')).toBeTruthy();
    expect(dismissed).toEqual({ voucher_id: 31 });
  });

  test('show a code and its PIN, each with its own copy button', async () => {
    app.answers['user.vouchers.notices'] = () => ({ notices: [{ ...notice, voucher_pin: '0042' }], ending: [] });
    await openWithNotices();
    const news = within(await screen.findByRole('list', { name: 'News about your vouchers' }));
    expect(news.getByText('0042')).toBeTruthy();
    expect(news.getByRole('button', { name: 'Copy code' })).toBeTruthy();
    expect(news.getByRole('button', { name: 'Copy PIN' })).toBeTruthy();
  });

  test('link to a voucher that expires soon', async () => {
    const ending = { voucher_id: 40, voucher_amount: 50, voucher_brand: 'Zomato', expiry_date: istDay(new Date()) };
    app.answers['user.vouchers.notices'] = () => ({ notices: [], ending: [ending] });
    await openWithNotices();
    const link = await screen.findByRole('link', { name: /Zomato.*₹50: Last day today/ });
    expect(link.getAttribute('href')).toBe('/vouchers');
  });

  test('leave out kinds that this version does not know', async () => {
    app.answers['user.vouchers.notices'] = () => ({
      notices: [{ ...notice, voucher_id: 33, notice: 'extended', voucher_code: 'AMZ-LATER-3' }, notice],
      ending: [],
    });
    await openWithNotices();
    const news = await screen.findByRole('list', { name: 'News about your vouchers' });
    expect(news.textContent).toContain('AMZ-NEW-1');
    expect(news.textContent).not.toContain('AMZ-LATER-3');
  });

  test('stay after a failed dismissal, and show the failure', async () => {
    app.answers['user.vouchers.notices'] = () => ({ notices: [notice], ending: [] });
    app.answers['user.vouchers.dismissNotice'] = () => {
      throw new Refusal('INTERNAL');
    };
    await openWithNotices();
    fireEvent.click(await screen.findByRole('button', { name: 'Dismiss “Your new voucher code”' }));
    expect((await screen.findByRole('alert')).textContent).toBe('This could not be dismissed. Please try again.');
    expect(screen.getByText('AMZ-NEW-1')).toBeTruthy();
  });

  test('appear together with the offers, even if offers of the last visit are stored', async () => {
    await app.openSignedIn();
    cleanup();
    let answer = () => {};
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    app.answers['user.vouchers.notices'] = async () => {
      await waiting;
      return { notices: [notice], ending: [] };
    };
    app.answers['user.identity.me'] = () => ({ ...user, hasVoucherNotice: true });
    app.open('/');
    await screen.findByRole('heading', { level: 1, name: 'Offers' });
    await waitFor(() => expect(app.calls).toContain('user.vouchers.notices'));
    expect(screen.queryByText(offer.title)).toBeNull();
    answer();
    await screen.findByText(offer.title);
    expect(screen.getByText('AMZ-NEW-1')).toBeTruthy();
  });

  test('appear only after Refresh if they arrive later than the offers', async () => {
    let answered = false;
    app.answers['user.vouchers.notices'] = () => {
      answered = true;
      return { notices: [notice], ending: [] };
    };
    await app.openSignedIn();
    await waitFor(() => expect(answered).toBe(true));
    await app.waitUntilSettled();
    expect(screen.queryByText('AMZ-NEW-1')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('AMZ-NEW-1')).toBeTruthy();
  });

  test('show nothing, not even an error, when they cannot be loaded', async () => {
    app.answers['user.vouchers.notices'] = () => {
      throw new Refusal('INTERNAL');
    };
    await openWithNotices();
    expect(app.calls.filter((name) => name === 'user.vouchers.notices')).toHaveLength(2);
    expect(screen.queryByRole('list', { name: 'News about your vouchers' })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
