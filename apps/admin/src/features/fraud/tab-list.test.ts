import { expect, test } from 'vitest';
import { getPaging } from './tab-list.tsx';

test('returns each tab’s own total and page count, and marks a total as capped if the server stopped counting there', () => {
  const pages = { user_total: 9, user_total_pages: 1, ip_total: 10_000, ip_total_pages: 400, device_total: 30 };
  const pagination = { page: 2, limit: 25, total: 9, totalPages: 1, ...pages, device_total_pages: 2 };
  const stats = { total_users: 9, suspicious_users: 0, suspicious_ips: 0, suspicious_devices: 0 };
  const lists = { recentRegistrations: [], suspiciousIPs: [], suspiciousDevices: [] };
  const data = { ...lists, stats, pagination: { ...pagination, ip_capped: true as const } };
  expect(getPaging(data, 'users')).toEqual({ page: 2, limit: 25, total: 9, totalPages: 1 });
  expect(getPaging(data, 'ips')).toEqual({ page: 2, limit: 25, total: 10_000, totalPages: 400, capped: true });
  expect(getPaging(data, 'devices')).toEqual({ page: 2, limit: 25, total: 30, totalPages: 2 });
});
