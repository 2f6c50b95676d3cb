import { fraudActionInput, fraudActionResult, fraudData, fraudListInput } from '@inaam/contracts/fraud/fraud';
import type { Operations } from '../operation.ts';

export const fraudOperations: Operations = {
  '/api/admin/fraud-detection.php': {
    GET: {
      id: 'listFraud',
      tag: 'Fraud',
      summary: 'Recent registrations, suspicious IP addresses and devices',
      description: 'The three lists share `page` and `limit`; each has its own total and pages.',
      access: 'session',
      query: fraudListInput,
      reply: fraudData,
    },
    POST: {
      id: 'actOnFraud',
      tag: 'Fraud',
      summary: 'Flag or unflag users, block or unblock an IP address or a device',
      description: `Repeating an action changes nothing and gives the same answer. Bulk actions handle each user
separately; \`refused\` lists the users that were not changed.`,
      access: 'session',
      body: fraudActionInput,
      isForm: true,
      bodyExamples: {
        flag_user: { action: 'flag_user', user_id: 42, notes: 'Five accounts on one phone' },
        unflag_user: { action: 'unflag_user', user_id: 42 },
        bulk_flag_users: { action: 'bulk_flag_users', user_ids: [42, 43] },
        bulk_unflag_users: { action: 'bulk_unflag_users', user_ids: [42, 43] },
        block_ip: { action: 'block_ip', ip_address: '203.0.113.9' },
        unblock_ip: { action: 'unblock_ip', ip_address: '203.0.113.9' },
        block_device: { action: 'block_device', device_fingerprint: '1k3fz9q' },
        unblock_device: { action: 'unblock_device', device_fingerprint: '1k3fz9q' },
      },
      reply: fraudActionResult,
      refusals: ['USER_NOT_FOUND', 'ADDRESS_IS_OWN'],
    },
  },
};
