import type { networks } from '@inaam/db/schema/networks';
import type { postbacks } from '@inaam/db/schema/postbacks';
import type { SecretBox } from '../kernel/secret-box.ts';
import { withOpenKeys } from '../networks/secrets.ts';
import { type Maskable, maskCall } from './mask.ts';
import { openCall } from './seal.ts';

/** Where no network is, there is nothing to know its secrets by but their names. */
const NO_NETWORK: Maskable = {
  signing: { kind: 'path_secret' },
  params: {},
  signingSecret: '',
  previousSecret: null,
  isSecretLost: false,
};

const LOST = 'It was sealed with a key that is gone';

/** A stored call as it may be shown: opened, and its secrets masked. @param network null where there is none at its address */
export function shownCall(
  box: SecretBox,
  postback: typeof postbacks.$inferSelect,
  network: typeof networks.$inferSelect | null,
): ReturnType<typeof maskCall> {
  const call = openCall(box, postback.retryKey, postback);
  const shown = maskCall(network ? withOpenKeys(box, network) : NO_NETWORK, {
    bodyEncoding: postback.bodyEncoding,
    ...(call ?? { rawUrl: '', rawQuery: '', rawBody: '', headers: {} }),
  });
  return call ? shown : { ...shown, path: `/postback/${postback.slug}`, query: LOST };
}
