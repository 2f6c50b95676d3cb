import { getErrorMessage } from '../../app/errors.ts';
import { ProviderRefusal } from '../../app/session/provider.ts';
import { identity as words } from '../../words/words.ts';

/** The text of a failed provider sign-in: the server's or adapter's reason, or else a general text. */
export const providerFailure = (error: unknown): string =>
  error instanceof ProviderRefusal ? words[error.reason] : getErrorMessage(error, words.googleFailed);
