import type { LinkOptions } from '@tanstack/react-router';
import { useEffect } from 'react';

/** A record that was opened in this tab. */
interface RecentRecord {
  id: string;
  label: string;
  /** The kind of record, such as `User`. */
  hint: string;
  target: LinkOptions;
}

const MAX_RECORDS = 6;
let recentRecords: readonly RecentRecord[] = [];

/** The records opened last in this tab, newest first. A reload clears the list. */
export const listRecentRecords = (): readonly RecentRecord[] => recentRecords;

/** Called at the end of a session: the next person on this device must not see the records. */
export function forgetRecentRecords(): void {
  recentRecords = [];
}

/** Remembers the record that a page or panel shows. @param record undefined until the record is loaded */
export function useRecentRecord(record: RecentRecord | undefined): void {
  const key = record && JSON.stringify(record);
  useEffect(() => {
    if (!key) return;
    const openedRecord = JSON.parse(key) as RecentRecord;
    recentRecords = [openedRecord, ...recentRecords.filter(({ id }) => id !== openedRecord.id)].slice(0, MAX_RECORDS);
  }, [key]);
}
