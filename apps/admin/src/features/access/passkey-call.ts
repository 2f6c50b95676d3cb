import { getErrorText } from '../../app/errors.ts';

/** Explains why the browser's passkey dialog or the request failed. */
export const getPasskeyError = (error: unknown, fallback: string): string =>
  error instanceof Error && error.name === 'NotAllowedError'
    ? 'No passkey was selected. You can try again.'
    : getErrorText(error, fallback);

/**
 * Asks the browser to sign a challenge with a passkey.
 * @param options the server's challenge
 * @returns the signed response, to send to the server
 */
export async function getPasskeyAssertion<Answer>(options: unknown): Promise<Answer> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  // The procedures' types allow `undefined` in optional fields; the library's types only allow leaving them out.
  return (await startAuthentication({ optionsJSON: options as never })) as never;
}

/** Creates a passkey through the browser. */
export async function createPasskey<Credential>(options: unknown): Promise<Credential> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return (await startRegistration({ optionsJSON: options as never })) as never;
}
