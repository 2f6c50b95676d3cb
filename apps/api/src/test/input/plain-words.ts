/** Words of the library, or none that say what is expected. */
const UNCLEAR = /is not valid|expected|received|Invalid|Too (big|small)|undefined|null|\[object|pattern/;

/** Whether a text says in plain words what the field must be. */
export const isPlain = (error: unknown): boolean => typeof error === 'string' && !UNCLEAR.test(error);
