/** A list's state by the names of its fields: addresses hold texts and numbers alone. */
export type Values = Readonly<Record<string, string | number | undefined>>;

export const valuesOf = (state: object): Values => state as Values;
