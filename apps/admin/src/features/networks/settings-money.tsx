import { Field } from '@inaam/ui/field';
import { ReplyRows } from './reply-rows.tsx';
import { Group, type GroupProps, problemIn, SubGroup } from './settings-parts.tsx';

/** What its money is worth. */
export const Money = ({ draft, set, problems }: GroupProps) => (
  <Group title="Currency" hint="Frozen on each conversion when it comes: a new rate changes none of the past.">
    <Field
      label="Currency"
      hint="Three letters."
      required
      maxLength={3}
      spellCheck={false}
      className="sm:col-span-3"
      inputClassName="uppercase"
      value={draft.currency}
      error={problemIn(problems, 'currency', 'Currency')}
      onChange={(event) => set({ currency: event.target.value })}
    />
    <Field
      label={`Rupees for one ${draft.currency.trim().toUpperCase() || 'unit'}`}
      required
      inputMode="decimal"
      className="sm:col-span-3"
      inputClassName="text-right tabular-nums"
      value={draft.rate}
      error={problemIn(problems, 'rate', 'The rate')}
      onChange={(event) => set({ rate: event.target.value })}
    />
  </Group>
);

/** How long a completion waits, and what is too much. */
export const Limits = ({ draft, set, problems }: GroupProps) => (
  <Group title="Hold and limits" hint="A network that does not sign has to have both limits.">
    <Field
      label="Hold (hours)"
      hint="How long a conversion is “Being confirmed” before its wheel can be spun."
      required
      inputMode="decimal"
      className="sm:col-span-3"
      inputClassName="text-right tabular-nums"
      value={draft.hold_hours}
      error={problemIn(problems, 'hold_seconds', 'The hold, in seconds,')}
      onChange={(event) => set({ hold_hours: event.target.value })}
    />
    <Field
      label="Oldest click (days)"
      hint="Empty for no limit."
      inputMode="decimal"
      className="sm:col-span-3"
      inputClassName="text-right tabular-nums"
      value={draft.window_days}
      error={problemIn(problems, 'click_window_seconds', 'The oldest click, in seconds,')}
      onChange={(event) => set({ window_days: event.target.value })}
    />
    <Field
      label="Highest payout (₹)"
      hint="Empty for no limit."
      inputMode="decimal"
      className="sm:col-span-3"
      inputClassName="text-right tabular-nums"
      value={draft.payout_ceiling}
      error={problemIn(problems, 'payout_ceiling', 'The highest payout')}
      onChange={(event) => set({ payout_ceiling: event.target.value })}
    />
  </Group>
);

/** What the network is told. */
export const RepliesGroup = ({ draft, set, problems }: GroupProps) => (
  <Group
    title="Replies"
    hint="Tick what the network wants to be told in its own words. {status}, {reason} and {completion_id} are filled in."
  >
    <SubGroup title="By what became of the call" problem={problemIn(problems, 'replies', 'A reply’s status')}>
      <ReplyRows replies={draft.replies} onChange={(replies) => set({ replies })} />
    </SubGroup>
  </Group>
);
