/**
 * The type of a documented field. With a question mark the field may be null, but not in every row, because then no row
 * would show the type of its values.
 */
type Kind = 'text' | 'number' | 'whole' | 'flag' | 'time' | 'day' | 'url' | 'json' | 'object';
export type Fields = Record<string, Kind | `${Kind}?`>;

const matches: Record<Kind, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string' && value !== '',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  whole: (value) => Number.isSafeInteger(value),
  flag: (value) => typeof value === 'boolean',
  time: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value),
  day: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  url: (value) => typeof value === 'string' && URL.canParse(value),
  json: (value) => typeof value === 'string' && Array.isArray((JSON.parse(value) as { rewards: unknown }).rewards),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/**
 * Lists the documented fields that are missing from an answer, have another type, or are null in every row.
 * @param place where the fields are: `stats`, `offers[]` for every row of a list, '' for the answer itself
 */
export function findFieldFaults(answer: unknown, place: string, fields: Fields): string[] {
  const rows = getRows(answer, place);
  if (rows.length === 0) return [`${place} has no rows`];
  const faults: string[] = [];
  for (const [name, kind] of Object.entries(fields)) {
    const mayBeNull = kind.endsWith('?');
    const check = matches[(mayBeNull ? kind.slice(0, -1) : kind) as Kind];
    const values = rows.map((row) => row[name]);
    for (const value of values) {
      if (!(mayBeNull && value === null) && !check(value))
        faults.push(`${place} ${name}: ${JSON.stringify(value)} is not ${kind}`);
    }
    if (values.every((value) => value === null)) faults.push(`${place} ${name} is null in every row`);
  }
  return faults;
}

type Row = Record<string, unknown>;

function getRows(answer: unknown, place: string): Row[] {
  let found: unknown[] = [answer];
  for (const step of place.split('.').filter(Boolean)) {
    const isList = step.endsWith('[]');
    const name = isList ? step.slice(0, -2) : step;
    found = found.flatMap((each) => {
      const inner = (each as Row | null)?.[name];
      return isList ? (Array.isArray(inner) ? (inner as unknown[]) : []) : [inner];
    });
  }
  return found.filter((each): each is Row => typeof each === 'object' && each !== null);
}
