import { formatCount, formatExactRupees } from '@inaam/contracts/common/format';
import type { FeedApply, FeedChange, FeedDifference, FeedField, FeedValue } from '@inaam/contracts/networks/feed';
import { Badge } from '@inaam/ui/badge';
import { Button } from '@inaam/ui/button';
import { Checkbox } from '@inaam/ui/checkbox';
import { type ReactNode, useState } from 'react';
import { Allowed } from '../../../app/allowed.tsx';
import { Section } from '../../../page/section.tsx';

const labels: Record<FeedField, string> = {
  title: 'Title',
  description: 'Description',
  offer_url: 'Offer URL',
  preview_url: 'Preview URL',
  picture_url: 'Picture',
  steps: 'Steps',
  goals: 'Goals',
  category: 'Category',
  model: 'Model',
  targeting: 'Targeting',
  reward_amount: 'Reward amount',
};
/** Shows paise: amounts that differ must not look equal. */
const formatFeedValue = (field: FeedField, value: FeedValue): string => {
  if (value === null || value === '') return 'none';
  return field === 'reward_amount' ? formatExactRupees(Number(value)) : String(value);
};

/** Differences in three groups. New offers and fields that only the network changed are selected at first. */
export function FeedDifferences({
  preview,
  busy,
  onApply,
}: {
  preview: FeedDifference;
  busy: boolean;
  onApply: (chosen: ReturnType<typeof toApplyInput>) => void;
}) {
  const [chosen, setChosen] = useState<Chosen>(() => suggestSelection(preview));
  const { selectAll, toggle } = createFeedSelection(chosen, setChosen);
  const input = toApplyInput(preview, chosen);
  const count = input.new.length + input.changed.length + input.gone.length;
  const keys = {
    new: preview.new.map(({ external_id }) => changeKeys.new(external_id)),
    changed: preview.changed.flatMap((item) =>
      item.changes.map(({ field }) => changeKeys.field(item.external_id, field)),
    ),
    gone: preview.gone.map(({ external_id }) => changeKeys.gone(external_id)),
  };
  const header = (title: string, groupKeys: readonly string[], note: string) => ({
    title,
    note: `${formatCount(groupKeys.length)} · ${note}`,
    action: (
      <Checkbox
        label="All"
        checked={groupKeys.every((key) => chosen.has(key))}
        indeterminate={groupKeys.some((key) => chosen.has(key)) && !groupKeys.every((key) => chosen.has(key))}
        onChange={(event) => selectAll(groupKeys, event.target.checked)}
      />
    ),
  });
  return (
    <>
      {preview.new.length > 0 && (
        <Section {...header('New', keys.new, 'they start inactive, with the default odds')}>
          <ul className="grid">
            {preview.new.map(({ external_id, values }) => (
              <DifferenceItem key={external_id}>
                <Checkbox
                  className="items-start"
                  checked={chosen.has(changeKeys.new(external_id))}
                  onChange={() => toggle(changeKeys.new(external_id))}
                  label={
                    <>
                      <span className="block font-semibold wrap-anywhere">{values.title}</span>
                      <span className="line-clamp-2 text-sm text-muted">{values.description}</span>
                      <span className="block text-xs wrap-anywhere text-muted tabular-nums">
                        {external_id} · {values.category} · {values.model} · {values.targeting} ·{' '}
                        {formatFeedValue('reward_amount', values.reward_amount ?? null)}
                      </span>
                    </>
                  }
                />
              </DifferenceItem>
            ))}
          </ul>
        </Section>
      )}
      {preview.changed.length > 0 && (
        <Section {...header('Changed', keys.changed, 'fields; those edited here are not selected')}>
          <ul className="grid">
            {preview.changed.map((item) => (
              <DifferenceItem key={item.external_id}>
                <p className="font-semibold wrap-anywhere">
                  {item.title} <span className="text-xs font-normal text-muted">{item.external_id}</span>
                </p>
                {item.changes.map((change) => (
                  <Checkbox
                    key={change.field}
                    className="items-start"
                    checked={chosen.has(changeKeys.field(item.external_id, change.field))}
                    onChange={() => toggle(changeKeys.field(item.external_id, change.field))}
                    label={<Change title={item.title} change={change} />}
                  />
                ))}
              </DifferenceItem>
            ))}
          </ul>
        </Section>
      )}
      {preview.gone.length > 0 && (
        <Section
          {...header('Removed', keys.gone, 'imported and active, but no longer listed: select the ones to deactivate')}
        >
          <ul className="grid">
            {preview.gone.map(({ external_id, title }) => (
              <DifferenceItem key={external_id}>
                <Checkbox
                  checked={chosen.has(changeKeys.gone(external_id))}
                  onChange={() => toggle(changeKeys.gone(external_id))}
                  label={
                    <>
                      {title} <span className="text-xs text-muted">{external_id}</span>
                    </>
                  }
                />
              </DifferenceItem>
            ))}
          </ul>
        </Section>
      )}
      <div className="sticky bottom-0 -mx-1 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-background px-1 py-3">
        <p className="text-sm text-muted tabular-nums">
          {input.new.length} new, {input.changed.length} changed, {input.gone.length} to deactivate
        </p>
        <Allowed to="admin.networks.feed.take">
          <Button
            variant="primary"
            disabled={count === 0}
            busy={busy}
            busyLabel="Applying..."
            onClick={() => onApply(input)}
          >
            Apply selected
          </Button>
        </Allowed>
      </div>
    </>
  );
}

const DifferenceItem = ({ children }: { children: ReactNode }) => (
  <li className="grid gap-1 border-t border-line py-2 first:border-t-0 first:pt-0 last:pb-0">{children}</li>
);

const Change = ({
  title,
  change: { field, offer_value, feed_value, is_edited_here },
}: {
  title: string;
  change: FeedChange;
}) => (
  <span className="block text-sm wrap-anywhere">
    <span className="sr-only">{title}: </span>
    <span className="text-muted">{labels[field]}</span> {is_edited_here && <Badge tone="warn">Edited here</Badge>}
    <span className="block">
      <span className="sr-only">was </span>
      <del className="text-muted">{formatFeedValue(field, offer_value)}</del> <span aria-hidden>→ </span>
      <span className="sr-only">becomes </span>
      <ins className="no-underline">{formatFeedValue(field, feed_value)}</ins>
    </span>
  </span>
);

/** The selected changes: one key for each new offer, changed field and removed offer. */
type Chosen = ReadonlySet<string>;

export const changeKeys = {
  new: (externalId: string) => `new:${externalId}`,
  field: (externalId: string, field: FeedField) => `${field}:${externalId}`,
  gone: (externalId: string) => `gone:${externalId}`,
};

/** Selects changes that override no admin's edit: new offers, and fields that only the network changed. */
export const suggestSelection = (difference: FeedDifference): Chosen =>
  new Set([
    ...difference.new.map(({ external_id }) => changeKeys.new(external_id)),
    ...difference.changed.flatMap(({ external_id, changes }) =>
      changes.filter(({ is_edited_here }) => !is_edited_here).map(({ field }) => changeKeys.field(external_id, field)),
    ),
  ]);

/** The selection as the procedure's input. */
export const toApplyInput = (
  difference: FeedDifference,
  chosen: Chosen,
): Pick<FeedApply, 'new' | 'changed' | 'gone'> => ({
  new: difference.new.map(({ external_id }) => external_id).filter((id) => chosen.has(changeKeys.new(id))),
  changed: difference.changed
    .map(({ external_id, changes }) => ({
      external_id,
      fields: changes.map(({ field }) => field).filter((field) => chosen.has(changeKeys.field(external_id, field))),
    }))
    .filter(({ fields }) => fields.length > 0),
  gone: difference.gone.map(({ external_id }) => external_id).filter((id) => chosen.has(changeKeys.gone(id))),
});

export const createFeedSelection = (chosen: Chosen, set: (chosen: Chosen) => void) => ({
  toggle: (key: string) =>
    set(chosen.has(key) ? new Set([...chosen].filter((each) => each !== key)) : new Set([...chosen, key])),
  selectAll: (keys: readonly string[], isSelected: boolean) =>
    set(isSelected ? new Set([...chosen, ...keys]) : new Set([...chosen].filter((each) => !keys.includes(each)))),
});
