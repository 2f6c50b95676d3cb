/** Matches words of the validation library, and texts that do not say what is expected. */
const UNCLEAR = /is not valid|expected|received|Invalid|Too (big|small)|undefined|null|\[object|pattern/;

/** Whether an error describes in plain words what the field must be. */
export const isPlain = (error: unknown): boolean => typeof error === 'string' && !UNCLEAR.test(error);
