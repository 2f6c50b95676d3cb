import { linkValues, postbackKinds } from '@inaam/contracts/networks/networks';
import { type Digest, digests } from '@inaam/contracts/networks/signing';
import { Checkbox } from '@inaam/ui/checkbox';
import { Field } from '@inaam/ui/field';
import { Select } from '@inaam/ui/select';
import { kinds, paramLabels } from '../../postbacks/parts/postback-words.ts';
import { LineList } from './line-list.tsx';
import { RuleRows } from './rule-rows.tsx';
import { type Draft, lineId, type Pair } from './settings-draft.ts';
import { Group, type GroupProps, getProblem, SubGroup, TextSetting } from './settings-parts.tsx';

const values = linkValues.map((value) => ({ value, label: value }));
const meanings = postbackKinds.map((value) => ({ value, label: kinds[value] }));

/** Name, slug, whether it is in use. */
export const Basics = (group: GroupProps) => (
  <Group title="Basics">
    <TextSetting group={group} name="name" label="Name" required spellCheck />
    <TextSetting
      group={group}
      name="slug"
      label="Slug"
      hint="Part of the postback URL. Update the network’s dashboard when it changes."
      required
      inputClassName="font-mono"
    />
    <Checkbox
      label="Accept postbacks"
      className="sm:col-span-6"
      checked={group.draft.is_active}
      onChange={(event) => group.set({ is_active: event.target.checked })}
    />
    <TextSetting
      group={group}
      name="postback_query"
      label="Postback parameters"
      hint="The query of the postback URL, with the network’s own macros."
      className="sm:col-span-6"
      inputClassName="font-mono"
    />
  </Group>
);

/** Link parameters and their values. */
const LinkLines = ({
  group: { draft, set, problems },
  name,
  title,
  nameInText,
  ...rows
}: {
  group: GroupProps;
  name: 'link_macros' | 'link_params';
  title: string;
  /** Their name within a sentence. */
  nameInText: string;
  keyLabel: string;
  valueLabel: string;
  add: string;
  placeholder: string;
}) => (
  <SubGroup title={title} problem={getProblem(problems, name, nameInText)}>
    <PairRows {...rows} rows={draft[name]} onChange={(lines) => set({ [name]: lines })} options={values} />
  </SubGroup>
);

/** How links to the network carry the click. */
export const Links = (group: GroupProps) => (
  <Group title="Links" hint="How an offer’s link passes the click ID to the network.">
    <TextSetting
      group={group}
      name="click_param"
      label="Click parameter"
      hint="Added to each link with the click ID, unless the link already has it."
      required
      className="sm:col-span-6"
      inputClassName="font-mono"
    />
    <LinkLines
      group={group}
      name="link_macros"
      title="Custom macros"
      nameInText="Custom macros"
      keyLabel="Macro"
      valueLabel="Replaced with"
      add="Add a macro"
      placeholder="[CLICK]"
    />
    <LinkLines
      group={group}
      name="link_params"
      title="Extra parameters"
      nameInText="Extra parameters"
      keyLabel="Parameter"
      valueLabel="Value"
      add="Add a parameter"
      placeholder="sub2"
    />
    <LinkSigningFields {...group} />
  </Group>
);

/** How links are signed, where the network requires that. */
function LinkSigningFields({ draft, set, problems }: GroupProps) {
  const { link_signing: signing } = draft;
  const change = (patch: Partial<Draft['link_signing']>) => set({ link_signing: { ...signing, ...patch } });
  return (
    <>
      <Checkbox
        label="Links are signed with the network’s secret"
        className="sm:col-span-6"
        checked={signing.on}
        onChange={(event) => change({ on: event.target.checked })}
      />
      {signing.on && (
        <>
          <Select
            label="Link signature"
            className="sm:col-span-2"
            value={signing.kind}
            onChange={(event) => change({ kind: event.target.value as 'hash' | 'hmac' })}
          >
            <option value="hash">Hash</option>
            <option value="hmac">HMAC</option>
          </Select>
          <Select
            label="Link algorithm"
            className="sm:col-span-2"
            value={signing.algorithm}
            onChange={(event) => change({ algorithm: event.target.value as Digest })}
          >
            {digests.map((name) => (
              <option key={name} value={name}>
                {name.toUpperCase().replace('SHA', 'SHA-')}
              </option>
            ))}
          </Select>
          <Select
            label="Signed content"
            className="sm:col-span-2"
            error={getProblem(problems, 'link_signing.over', 'Signed content')}
            value={signing.over}
            onChange={(event) => change({ over: event.target.value as 'template' | 'url' })}
          >
            <option value="template">Selected values</option>
            <option value="url">Whole link</option>
          </Select>
          {signing.over === 'template' && (
            <Field
              label="Signed part of the link"
              hint="{user_id}, {click_id} and other values, and {secret} for the secret."
              spellCheck={false}
              className="sm:col-span-6"
              inputClassName="font-mono"
              value={signing.template}
              error={getProblem(problems, 'link_signing.template', 'Signed part of the link')}
              onChange={(event) => change({ template: event.target.value })}
            />
          )}
          <Field
            label="Link signature parameter"
            required
            spellCheck={false}
            className="sm:col-span-3"
            inputClassName="font-mono"
            value={signing.name}
            error={getProblem(problems, 'link_signing.name', 'Link signature parameter')}
            onChange={(event) => change({ name: event.target.value })}
          />
          <Select
            label="Link signature encoding"
            className="sm:col-span-3"
            value={signing.encoding}
            onChange={(event) => change({ encoding: event.target.value as Draft['link_signing']['encoding'] })}
          >
            <option value="hex">Hex</option>
            <option value="base64">Base64</option>
            <option value="base64url">Base64, URL-safe</option>
          </Select>
        </>
      )}
    </>
  );
}

/** The network's parameter names. */
export const Parameters = ({ draft, set, problems }: GroupProps) => (
  <Group
    title="Parameters"
    hint="The names of the network’s parameters. Leave a field empty if the network does not send it."
  >
    {(Object.keys(paramLabels) as (keyof Draft['params'])[]).map((name) => (
      <Field
        key={name}
        label={paramLabels[name]}
        required={name === 'click_id'}
        spellCheck={false}
        className="sm:col-span-2"
        inputClassName="font-mono"
        value={draft.params[name]}
        error={getProblem(problems, `params.${name}`, paramLabels[name])}
        onChange={(event) => set({ params: { ...draft.params, [name]: event.target.value } })}
      />
    ))}
    <Select
      label="Read from"
      className="sm:col-span-2"
      error={problems.params && getProblem({ params: problems.params }, 'params', 'Parameters')}
      value={draft.params_in}
      onChange={(event) => set({ params_in: event.target.value as Draft['params_in'] })}
    >
      <option value="query">Query</option>
      <option value="body">Body</option>
      <option value="either">Either</option>
    </Select>
  </Group>
);

/** The meaning of the network's status words. */
export const StatusWords = ({ draft, set, problems }: GroupProps) => (
  <Group title="Status words" hint="A call with any other word is parked, never paid.">
    <SubGroup title="Words" problem={getProblem(problems, 'status_map', 'Status words')}>
      <PairRows
        rows={draft.status_map}
        onChange={(status_map) => set({ status_map })}
        keyLabel="Word"
        valueLabel="Means"
        options={meanings}
        add="Add a word"
        placeholder="(no status)"
      />
    </SubGroup>
    <SubGroup
      title="Rules"
      hint="Checked before the status words. The first rule with all conditions met applies."
      problem={getProblem(problems, 'status_rules', 'Rule parameter')}
    >
      <RuleRows rules={draft.status_rules} onChange={(status_rules) => set({ status_rules })} />
    </SubGroup>
  </Group>
);

/** Lines of a word and its meaning. */
function PairRows({
  rows,
  onChange,
  keyLabel,
  valueLabel,
  options,
  add,
  placeholder,
}: {
  rows: readonly Pair[];
  onChange: (rows: Pair[]) => void;
  keyLabel: string;
  valueLabel: string;
  options: readonly { value: string; label: string }[];
  /** `Add a word` */
  add: string;
  placeholder?: string;
}) {
  return (
    <LineList
      lines={rows}
      onChange={onChange}
      fresh={() => ({ id: lineId(), key: '', value: options[0]?.value ?? '' })}
      add={add}
    >
      {({ id, key, value }, { index, change, first, remove }) => (
        <div key={id} className="flex items-start gap-2">
          <Field
            label={`${keyLabel} ${index + 1}`}
            hideLabel
            ref={first}
            placeholder={placeholder}
            spellCheck={false}
            autoComplete="off"
            className="grow basis-0"
            inputClassName="font-mono"
            value={key}
            onChange={(event) => change({ key: event.target.value })}
          />
          <Select
            label={`${valueLabel} ${index + 1}`}
            hideLabel
            className="grow basis-0"
            value={value}
            onChange={(event) => change({ value: event.target.value })}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </Select>
          {remove(`Remove ${key || `${keyLabel.toLowerCase()} ${index + 1}`}`)}
        </div>
      )}
    </LineList>
  );
}
