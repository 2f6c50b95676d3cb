import type { networks } from '@inaam/db/schema/networks';
import type { WithOpenSecrets } from '../../kernel/network-secrets.ts';

/** The settings of a network that affect its postbacks. */
export type PostbackRules = Pick<
  typeof networks.$inferSelect,
  | 'active'
  | 'params'
  | 'paramsIn'
  | 'statusMap'
  | 'statusRules'
  | 'signing'
  | 'signingSecret'
  | 'previousSecret'
  | 'previousUntil'
  | 'signedUrl'
  | 'sourceAddresses'
  | 'sourceMode'
  | 'currency'
  | 'rateMicros'
  | 'rates'
  | 'callTimestamp'
  | 'publicKeys'
  | 'holdSeconds'
  | 'clickWindowSeconds'
  | 'payoutCeilingPaise'
  | 'payoutRatio'
> &
  // Only rows with decrypted keys have this field.
  Pick<WithOpenSecrets<object>, 'isSecretLost'>;
