import { type AdminCaller, body, type Endpoint, query, unread } from '../endpoint.ts';

/** Forms are what is documented; the same fields as JSON are read, too. */
export const fraudDetection: Endpoint<AdminCaller> = {
  path: '/api/admin/fraud-detection.php',
  GET: (admin, request) => unread(admin.fraud.list)(query(request)),
  POST: (admin, request) => unread(admin.fraud.act)(body(request)),
};
