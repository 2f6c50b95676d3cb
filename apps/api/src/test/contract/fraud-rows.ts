import type { paths } from '@inaam/client/admin';
import { done, doneWithMessage, pages, type Row } from './row.ts';

const PATH = '/api/admin/fraud-detection.php';
const FORM = 'application/x-www-form-urlencoded';
type FraudAction = NonNullable<paths[typeof PATH]['post']['requestBody']>['content'][typeof FORM];

export const fraudRows: Row[] = [
  {
    call: 'GET /api/admin/fraud-detection.php',
    send: ({ admin }) => admin.GET(PATH),
    fields: {
      '': done,
      'recentRegistrations[]': {
        user_id: 'whole',
        first_name: 'text',
        last_name: 'text',
        email: 'text',
        registration_ip: 'text?',
        ip_count: 'whole',
        device_fingerprint: 'text?',
        device_count: 'whole',
        created_at: 'time',
        is_suspicious: 'flag',
      },
      'suspiciousIPs[]': {
        ip_address: 'text',
        registration_count: 'whole',
        first_registration: 'time?',
        last_registration: 'time?',
        is_blocked: 'flag',
      },
      'suspiciousDevices[]': {
        device_fingerprint: 'text',
        registration_count: 'whole',
        first_registration: 'time?',
        is_blocked: 'flag',
      },
      stats: { total_users: 'whole', suspicious_users: 'whole', suspicious_ips: 'whole', suspicious_devices: 'whole' },
      pagination: { ...pages, user_total_pages: 'whole', ip_total_pages: 'whole', device_total_pages: 'whole' },
    },
  },
  ...(
    [
      { action: 'flag_user', user_id: 2 },
      { action: 'unflag_user', user_id: 2 },
      { action: 'bulk_flag_users', user_ids: [2, 3] },
      { action: 'bulk_unflag_users', user_ids: [2, 3] },
      { action: 'block_ip', ip_address: '198.51.100.9' },
      { action: 'unblock_ip', ip_address: '198.51.100.9' },
      { action: 'block_device', device_fingerprint: 'another-device' },
      { action: 'unblock_device', device_fingerprint: 'another-device' },
    ] satisfies FraudAction[]
  ).map(
    (body): Row => ({
      call: `POST /api/admin/fraud-detection.php ${body.action}`,
      send: ({ admin }) => admin.POST(PATH, { body, headers: { 'content-type': FORM } }),
      fields: { '': doneWithMessage },
    }),
  ),
];
