import { parseTypedNumber, toPaise } from '@inaam/contracts/common/money';
import { istDay } from '@inaam/contracts/common/time';

/** Rupees from `₹1,000`, `500.00`, `Rs. 50` or `50/-`; undefined if the text is not an amount above 0. */
export function parseAmount(text: string): number | undefined {
  const amountText = text.replace(/^(₹|rs\.?|inr)\s*/i, '').replace(/\s*(\/-|₹|rs\.?|inr)$/i, '');
  const rupees = parseTypedNumber(amountText) ?? 0;
  return (toPaise(rupees) ?? 0) > 0 ? rupees : undefined;
}

/** Placeholders that files contain instead of a value: `N/A`, `null`, `-`, `0`. */
const NO_VALUE = /^(n\/?a|null|none|nil|undefined|-+|–|—|0)$/i;

/** A cell's text; '' for a placeholder such as `N/A`. */
export const omitNoValue = (cell: string): string => (NO_VALUE.test(cell.trim()) ? '' : cell);

/** The order of day and month in numeric dates: 5/6/2027 is in June or in May. */
export const dayOrders = ['day first', 'month first'] as const;
export type DayOrder = (typeof dayOrders)[number];

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `2027-03-31`; undefined for a date that does not exist. */
function toDay(year: string, month: number, day: string): string | undefined {
  const fullYear = year.length === 2 ? `20${year}` : year;
  const text = [fullYear, String(month).padStart(2, '0'), day.padStart(2, '0')].join('-');
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? undefined : text;
}

const DIGITS = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/;
/** A time after the date, as databases and spreadsheets export it. */
const TIME = /[T ]+\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[ap]m)?$/i;
const TIME_WITH_ZONE = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})$/;

/**
 * Days from 1899-12-30 to 1970-01-01. Spreadsheets number 1900-01-01 as day 1 and treat 1900 as a leap year, so later
 * days count from 1899-12-30.
 */
const SERIAL_OF_1970 = 25_569;
const DAY_MS = 86_400_000;
/** The serial numbers of 2000-01-01 and 2099-12-31. */
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_050];

/**
 * Parses a date as issuers and spreadsheets write it: `2027-03-31`, `31/03/2027`, `31.3.27`, `5-Jun-27`, `Jun 5, 2027`,
 * or a spreadsheet's number of days, `46473`.
 * @param order the order of day and month, for a date that is valid in both orders
 * @returns `YYYY-MM-DD`; undefined if the text is not a date
 */
export function parseDay(text: string, order: DayOrder): string | undefined {
  if (TIME_WITH_ZONE.test(text)) {
    const date = new Date(text);
    return Number.isNaN(date.getTime()) ? undefined : istDay(date);
  }
  const day = text.replace(TIME, '').trim();
  if (/^\d{5}(\.\d+)?$/.test(day)) {
    const serial = Math.floor(Number(day));
    if (serial < FIRST_SERIAL || serial > LAST_SERIAL) return undefined;
    return new Date((serial - SERIAL_OF_1970) * DAY_MS).toISOString().slice(0, 10);
  }
  const [, isoYear = '', isoMonth = '', isoDay = ''] =
    /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(day) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(day) ?? [];
  if (isoYear) return toDay(isoYear, Number(isoMonth), isoDay);
  const [, first = '', second = '', year = ''] = DIGITS.exec(day) ?? [];
  if (year) {
    const [dayFirst, monthFirst] = [toDay(year, Number(second), first), toDay(year, Number(first), second)];
    return order === 'day first' ? (dayFirst ?? monthFirst) : (monthFirst ?? dayFirst);
  }
  return parseNamedMonth(day);
}

/** `5-Jun-27`, `5 June 2027`, `June 5, 2027`. */
function parseNamedMonth(text: string): string | undefined {
  const [, dayBefore, name = '', rest = ''] =
    /^(\d{1,2})(?:st|nd|rd|th)?[ /.-]+([a-z]{3,9})[ ,/.-]+(\d{4}|\d{2})$/i.exec(text) ?? [];
  if (dayBefore) return toDay(rest, parseMonth(name), dayBefore);
  const [, month = '', dayAfter = '', year = ''] =
    /^([a-z]{3,9})[ /.-]+(\d{1,2})(?:st|nd|rd|th)?[ ,/.-]+(\d{4}|\d{2})$/i.exec(text) ?? [];
  return month ? toDay(year, parseMonth(month), dayAfter) : undefined;
}

const parseMonth = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** The date order in a heading: `Expiry (MM/DD/YYYY)`. */
function findNamedOrder(heading: string): DayOrder | undefined {
  const [, first] = /\b(d{1,2}|m{1,2})[\s/.-]?(?:d{1,2}|m{1,3})[\s/.-]?y{2,4}\b/i.exec(heading) ?? [];
  if (first === undefined) return undefined;
  return /^d/i.test(first) ? 'day first' : 'month first';
}

/**
 * Finds the order of day and month in a column, from its heading or from dates with a day above 12.
 * @returns 'ask' if a date is ambiguous, and the heading and the other dates show no order or contradict each other
 */
export function findDayOrder(texts: readonly string[], heading = ''): DayOrder | 'ask' {
  let isAmbiguous = false;
  const orders = new Set<DayOrder>();
  const headingOrder = findNamedOrder(heading);
  if (headingOrder) orders.add(headingOrder);
  for (const text of texts) {
    const [, first = '', second = ''] = DIGITS.exec(text.replace(TIME, '').trim()) ?? [];
    if (first === '' || Number(first) === Number(second)) continue;
    if (Number(first) > 12) orders.add('day first');
    else if (Number(second) > 12) orders.add('month first');
    else isAmbiguous = true;
  }
  const [only = 'day first'] = orders;
  return isAmbiguous && orders.size !== 1 ? 'ask' : only;
}
