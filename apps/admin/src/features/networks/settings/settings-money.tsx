import { ReplyRows } from './reply-rows.tsx';
import { figure, Group, type GroupProps, problemIn, SubGroup, TextSetting } from './settings-parts.tsx';

/** What its money is worth. */
export const Money = (group: GroupProps) => (
  <Group title="Currency" hint="Frozen on each conversion when it comes: a new rate changes none of the past.">
    <TextSetting
      group={group}
      name="currency"
      label="Currency"
      hint="Three letters."
      required
      maxLength={3}
      inputClassName="uppercase"
    />
    <TextSetting
      {...figure}
      group={group}
      name="rate"
      label={`Rupees for one ${group.draft.currency.trim().toUpperCase() || 'unit'}`}
      said="The rate"
      required
    />
  </Group>
);

/** How long a completion waits, and what is too much. */
export const Limits = (group: GroupProps) => (
  <Group title="Hold and limits" hint="A network that does not sign has to have both limits.">
    <TextSetting
      {...figure}
      group={group}
      name="hold_hours"
      setting="hold_seconds"
      label="Hold (hours)"
      said="The hold, in seconds,"
      hint="How long a conversion is “Being confirmed” before its wheel can be spun."
      required
    />
    <TextSetting
      {...figure}
      group={group}
      name="window_days"
      setting="click_window_seconds"
      label="Oldest click (days)"
      said="The oldest click, in seconds,"
      hint="Empty for no limit."
    />
    <TextSetting
      {...figure}
      group={group}
      name="payout_ceiling"
      label="Highest payout (₹)"
      said="The highest payout"
      hint="Empty for no limit."
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
