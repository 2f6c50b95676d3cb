import { type Reply, replyClasses } from '@inaam/contracts/networks/networks';
import { Checkbox } from '@inaam/ui/checkbox';
import { Field } from '@inaam/ui/field';
import { Select } from '@inaam/ui/select';
import { replyLabels } from '../../postbacks/parts/postback-words.ts';
import type { Draft, ReplyDraft } from './settings-draft.ts';
import { Group, type GroupProps, getProblem, numberField, SubGroup, TextSetting } from './settings-parts.tsx';
import { RateRows } from './settings-rates.tsx';

/** The currency and its rates. */
export const Money = (group: GroupProps) => (
  <Group title="Currency" hint="The rate is fixed when a conversion arrives: a new rate does not change earlier ones.">
    <TextSetting
      group={group}
      name="currency"
      label="Currency"
      hint="Three-letter code."
      required
      maxLength={3}
      inputClassName="uppercase"
    />
    <TextSetting
      {...numberField}
      group={group}
      name="rate"
      label={`Rupees for one ${group.draft.currency.trim().toUpperCase() || 'unit'}`}
      required
    />
    <RateRows {...group} />
  </Group>
);

/** The hold and the limits. */
export const Limits = (group: GroupProps) => (
  <Group title="Hold and limits" hint="Both limits are required while a relevant value is unsigned.">
    <TextSetting
      {...numberField}
      group={group}
      name="hold_hours"
      setting="hold_seconds"
      label="Hold (hours)"
      nameInText="Hold, in seconds,"
      hint="How long a conversion stays Pending before its wheel can be spun."
      required
    />
    <TextSetting
      {...numberField}
      group={group}
      name="window_days"
      setting="click_window_seconds"
      label="Oldest click (days)"
      nameInText="Oldest click, in seconds,"
      hint="Empty for no limit."
    />
    <TextSetting
      {...numberField}
      group={group}
      name="payout_ceiling"
      label="Highest payout (₹)"
      nameInText="Highest payout"
      hint="Empty for no limit."
    />
    <TextSetting
      {...numberField}
      group={group}
      name="payout_ratio"
      label="Park payouts above (×)"
      nameInText="Park payouts above"
      hint="Times the offer’s reward amount: such a payout may be points. 0 for off."
      required
    />
  </Group>
);

/** Replies to the network. */
export const RepliesGroup = ({ draft, set, problems }: GroupProps) => (
  <Group
    title="Replies"
    hint="Select the replies that the network expects in its own format. {status}, {reason}, {completion_id} and parameters of the call, such as {param:event_id}, are replaced."
  >
    <SubGroup title="Reply for each outcome" problem={getProblem(problems, 'replies', 'Reply status')}>
      <ReplyRows replies={draft.replies} onChange={(replies) => set({ replies })} />
    </SubGroup>
  </Group>
);

/** Replies by the outcome of a call: the default ones, or those that the network requires. */
function ReplyRows({
  replies,
  onChange,
}: {
  replies: Draft['replies'];
  onChange: (replies: Draft['replies']) => void;
}) {
  return replyClasses.map((name) => {
    const { own, status, body, type } = replies[name];
    const label = replyLabels[name];
    const change = (patch: Partial<ReplyDraft>) => onChange({ ...replies, [name]: { ...replies[name], ...patch } });
    return (
      <div key={name} className="grid gap-2 border-b border-line pb-2 last:border-0">
        <Checkbox
          label={
            <>
              {label} <span className="text-sm text-muted">{own ? '' : 'standard reply'}</span>
            </>
          }
          checked={own}
          onChange={(event) => change({ own: event.target.checked })}
        />
        {own && (
          <div className="flex flex-wrap gap-2 sm:pl-8">
            <Field
              label={`Status of the reply to ${label}`}
              hideLabel
              inputMode="numeric"
              className="w-20"
              inputClassName="tabular-nums"
              value={status}
              onChange={(event) => change({ status: event.target.value })}
            />
            <Select
              label={`Type of the reply to ${label}`}
              hideLabel
              value={type}
              onChange={(event) => change({ type: event.target.value as Reply['type'] })}
            >
              <option value="text/plain">Text</option>
              <option value="application/json">JSON</option>
            </Select>
            <Field
              label={`Body of the reply to ${label}`}
              hideLabel
              placeholder="(empty)"
              spellCheck={false}
              className="grow basis-40"
              inputClassName="font-mono"
              value={body}
              onChange={(event) => change({ body: event.target.value })}
            />
          </div>
        )}
      </div>
    );
  });
}
