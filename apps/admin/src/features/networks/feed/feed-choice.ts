import type { FeedApply, FeedDifference, FeedField } from '@inaam/contracts/networks/feed';

/** What an admin has chosen of a difference: one key for each new offer, each field of a changed one, each that is gone. */
export type Chosen = ReadonlySet<string>;

export const keyOf = {
  new: (externalId: string) => `new:${externalId}`,
  field: (externalId: string, field: FeedField) => `${field}:${externalId}`,
  gone: (externalId: string) => `gone:${externalId}`,
};

/** What takes nothing away that somebody here decided: new offers, and fields that the network alone changed. */
export const suggested = (difference: FeedDifference): Chosen =>
  new Set([
    ...difference.new.map(({ external_id }) => keyOf.new(external_id)),
    ...difference.changed.flatMap(({ external_id, changes }) =>
      changes.filter(({ is_ours }) => !is_ours).map(({ field }) => keyOf.field(external_id, field)),
    ),
  ]);

/** The choice as it is sent. */
export const inputOf = (difference: FeedDifference, chosen: Chosen): Pick<FeedApply, 'new' | 'changed' | 'gone'> => ({
  new: difference.new.map(({ external_id }) => external_id).filter((id) => chosen.has(keyOf.new(id))),
  changed: difference.changed
    .map(({ external_id, changes }) => ({
      external_id,
      fields: changes.map(({ field }) => field).filter((field) => chosen.has(keyOf.field(external_id, field))),
    }))
    .filter(({ fields }) => fields.length > 0),
  gone: difference.gone.map(({ external_id }) => external_id).filter((id) => chosen.has(keyOf.gone(id))),
});

export const feedChoice = (chosen: Chosen, set: (chosen: Chosen) => void) => ({
  toggle: (key: string) =>
    set(chosen.has(key) ? new Set([...chosen].filter((each) => each !== key)) : new Set([...chosen, key])),
  all: (keys: readonly string[], on: boolean) =>
    set(on ? new Set([...chosen, ...keys]) : new Set([...chosen].filter((each) => !keys.includes(each)))),
});
