/** The date of each accepted document, as its page shows it. */
export const documentVersions = { terms: '2025-07-19', privacy: '2025-07-19' } as const;

export type LegalDocument = keyof typeof documentVersions;

/** What a person agrees to at sign-up. The version of `age` is the minimum age on that day. */
export const agreements = ['terms', 'privacy', 'age'] as const;
export type Agreement = (typeof agreements)[number];
