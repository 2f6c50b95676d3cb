import { postbackKinds } from '@inaam/contracts/networks/networks';
import { Button, IconButton } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { Select } from '@inaam/ui/select';
import { Plus, X } from 'lucide-react';
import { kinds } from '../../postbacks/parts/postback-words.ts';
import { LineList } from './line-list.tsx';
import { type Condition, lineId, type RuleDraft } from './settings-draft.ts';

const tests: Record<Condition['test'], string> = {
  equals: 'is',
  prefix: 'starts with',
  negative: 'is negative',
  zero: 'is zero',
  present: 'is present',
};
const withValue: readonly Condition['test'][] = ['equals', 'prefix'];

/** Rules that apply before the status words, in order. */
export function RuleRows({ rules, onChange }: { rules: readonly RuleDraft[]; onChange: (rules: RuleDraft[]) => void }) {
  const condition = (): RuleDraft['when'][number] => ({ id: lineId(), param: '', test: 'equals', value: '' });
  return (
    <LineList
      lines={rules}
      onChange={onChange}
      fresh={(): RuleDraft => ({ id: lineId(), kind: 'reverse', when: [condition()] })}
      add="Add a rule"
    >
      {({ id: ruleId, kind, when }, { index, change, remove }) => (
        <div key={ruleId} className="grid gap-2 rounded-control border border-line p-3">
          {when.map((each, place) => (
            <ConditionRow
              key={each.id}
              name={`rule ${index + 1}, condition ${place + 1}`}
              first={place === 0}
              condition={each}
              onChange={(patch) =>
                change({ when: when.map((one) => (one.id === each.id ? { ...one, ...patch } : one)) })
              }
              onRemove={when.length > 1 ? () => change({ when: when.filter(({ id }) => id !== each.id) }) : undefined}
            />
          ))}
          <div className="flex flex-wrap items-center gap-2">
            <Button
              small
              variant="quiet"
              icon={<Plus aria-hidden className="size-4" />}
              onClick={() => change({ when: [...when, condition()] })}
            >
              And
            </Button>
            <div className="ml-auto flex min-w-0 items-center gap-2">
              <span className="text-sm text-muted">means</span>
              <Select
                label={`Meaning of rule ${index + 1}`}
                hideLabel
                className="min-w-0"
                value={kind}
                onChange={(event) => change({ kind: event.target.value as RuleDraft['kind'] })}
              >
                {postbackKinds.map((each) => (
                  <option key={each} value={each}>
                    {kinds[each]}
                  </option>
                ))}
              </Select>
              {remove(`Remove rule ${index + 1}`)}
            </div>
          </div>
        </div>
      )}
    </LineList>
  );
}

function ConditionRow({
  name,
  first,
  condition: { param, test, value },
  onChange,
  onRemove,
}: {
  /** `rule 1, condition 2` */
  name: string;
  first: boolean;
  condition: Condition;
  onChange: (patch: Partial<Condition>) => void;
  onRemove: (() => void) | undefined;
}) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="w-12 shrink-0 text-sm text-muted">{first ? 'When' : 'and'}</span>
      <Field
        label={`Parameter of ${name}`}
        hideLabel
        placeholder="parameter"
        spellCheck={false}
        className="grow basis-24"
        inputClassName="font-mono"
        value={param}
        onChange={(event) => onChange({ param: event.target.value })}
      />
      <Select
        label={`Test of ${name}`}
        hideLabel
        className="grow basis-24"
        value={test}
        onChange={(event) => onChange({ test: event.target.value as Condition['test'] })}
      >
        {Object.entries(tests).map(([id, label]) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Select>
      {withValue.includes(test) && (
        <Field
          label={`Value of ${name}`}
          hideLabel
          placeholder="value"
          spellCheck={false}
          className="grow basis-24"
          inputClassName="font-mono"
          value={value}
          onChange={(event) => onChange({ value: event.target.value })}
        />
      )}
      {onRemove && (
        <IconButton label={`Remove ${name}`} onClick={onRemove}>
          <X aria-hidden className="size-4" />
        </IconButton>
      )}
    </div>
  );
}
