export const seriesDays = [7, 30, 90] as const;

export type Days = (typeof seriesDays)[number];
export const DEFAULT_DAYS: Days = 30;

const isDays = (value: unknown): value is Days => seriesDays.some((days) => days === value);

/** The dashboard's address holds how many days the plots show; anything that cannot be read means the usual 30. */
export function dashboardSearch(raw: Readonly<Record<string, unknown>>): { days?: Days } {
  const days = Number(raw.days);
  return isDays(days) && days !== DEFAULT_DAYS ? { days } : {};
}
