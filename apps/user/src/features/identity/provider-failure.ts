import { getErrorMessage } from '../../app/errors.ts';
import { ProviderRefusal } from '../../app/session/provider.ts';
import { identity as words } from '../../words/words.ts';

/** The text of a failed sign-in by provider: the server's or the adapter's own reason, else the general one. */
export const providerFailure = (error: unknown): string =>
  error instanceof ProviderRefusal ? words[error.reason] : getErrorMessage(error, words.googleFailed);
