import { type Reply, replyClasses } from '@inaam/contracts/networks/networks';
import { Checkbox } from '@inaam/ui/checkbox';
import { Field } from '@inaam/ui/field';
import { Select } from '@inaam/ui/select';
import { replyLabels } from '../../../shared/postbacks/postback-words.ts';
import type { Draft, ReplyDraft } from './settings-draft.ts';

/** What the network is told, by what became of its call: our own words, or what it asks for. */
export function ReplyRows({
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
