import type { NetworkSettings } from '@inaam/contracts/networks/networks';

/** The values that an admin typed into the form. Their structure follows the schema. */

/** A line of an editable list; `id` identifies the line during editing. */
export interface DraftLine {
  id: number;
  value: DraftFields;
}
export type DraftValue = string | boolean | DraftFields | DraftLine[];
export interface DraftFields {
  [name: string]: DraftValue;
}

export type Setting = keyof NetworkSettings;
