/** The texts that people accept, and the day that each is dated, as its page says. */
export const documentVersions = { terms: '2025-07-19', privacy: '2025-07-19' } as const;

export type LegalDocument = keyof typeof documentVersions;

/** What a person agrees to: the texts, and that they are old enough, whose version is the years that were asked for. */
export const agreements = ['terms', 'privacy', 'age'] as const;
export type Agreement = (typeof agreements)[number];
