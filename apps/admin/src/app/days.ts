import { formatDate } from '@inaam/contracts/common/time';

/** Noon of the day in Indian time, which is the time zone of the formatters. */
const noon = (day: string): string => `${day}T12:00:00+05:30`;

const short = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'Asia/Kolkata' });

/** `19 Jul 2025` for `2025-07-19`. */
export const formatDay = (day: string): string => formatDate(noon(day));

/** `19 Jul` */
export const formatShortDay = (day: string): string => short.format(new Date(noon(day)));

/**
 * The fixed period of the `dashboard` query, in days. The app also sends this query on loading, to check the session.
 * A period that the admin chooses is loaded by the `report` query.
 */
export const DASHBOARD_DAYS = 30;
