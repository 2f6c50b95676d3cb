/** The texts that people accept, and the day that each is dated, as its page says. */
export const documentVersions = { terms: '2025-07-19', privacy: '2025-07-19' } as const;

export type LegalDocument = keyof typeof documentVersions;
