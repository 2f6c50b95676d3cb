import { getErrorText } from '../../app/errors.ts';

/** What a browser's own question about a passkey ended with, as a sentence. */
export const getPasskeyError = (error: unknown, fallback: string): string =>
  error instanceof Error && error.name === 'NotAllowedError'
    ? 'Nothing was chosen. You can try again.'
    : getErrorText(error, fallback);

/** Asks the browser for a passkey. @param options as the server gave them @returns what goes to the server */
export async function getPasskeyAssertion<Answer>(options: unknown): Promise<Answer> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  // The library's types have absent fields where the procedures' have undefined ones.
  return (await startAuthentication({ optionsJSON: options as never })) as never;
}

/** Lets the browser make a passkey. */
export async function createPasskey<Made>(options: unknown): Promise<Made> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return (await startRegistration({ optionsJSON: options as never })) as never;
}
