/** The version of each document that users accept: the date that its page shows. */
export const documentVersions = { terms: '2025-07-19', privacy: '2025-07-19' } as const;

export type LegalDocument = keyof typeof documentVersions;

/** What a person agrees to at sign-up. The version of `age` is the minimum age on the day of the sign-up. */
export const agreements = ['terms', 'privacy', 'age'] as const;
export type Agreement = (typeof agreements)[number];
