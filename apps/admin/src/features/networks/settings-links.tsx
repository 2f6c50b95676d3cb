import { linkValues, postbackKinds } from '@inaam/contracts/networks';
import { Checkbox } from '@inaam/ui/checkbox';
import { Field } from '@inaam/ui/field';
import { Select } from '@inaam/ui/select';
import { kinds, paramLabels } from './network-words.ts';
import { PairRows } from './pair-rows.tsx';
import { RuleRows } from './rule-rows.tsx';
import type { Draft } from './settings-draft.ts';
import { Group, type GroupProps, problemIn, SubGroup } from './settings-parts.tsx';

const values = linkValues.map((value) => ({ value, label: value }));
const meanings = postbackKinds.map((value) => ({ value, label: kinds[value] }));

/** Name, address, whether it is in use. */
export const Basics = ({ draft, set, problems }: GroupProps) => (
  <Group title="Basics">
    <Field
      label="Name"
      required
      className="sm:col-span-3"
      value={draft.name}
      error={problemIn(problems, 'name', 'Name')}
      onChange={(event) => set({ name: event.target.value })}
    />
    <Field
      label="Slug"
      hint="Part of the postback URL: the network has to be told when it changes."
      required
      spellCheck={false}
      className="sm:col-span-3"
      inputClassName="font-mono"
      value={draft.slug}
      error={problemIn(problems, 'slug', 'Slug')}
      onChange={(event) => set({ slug: event.target.value })}
    />
    <Checkbox
      label="Active: its calls are taken"
      className="sm:col-span-6"
      checked={draft.is_active}
      onChange={(event) => set({ is_active: event.target.checked })}
    />
    <Field
      label="Postback parameters"
      hint="What follows the ? of the postback URL, in the network’s own macros."
      spellCheck={false}
      className="sm:col-span-6"
      inputClassName="font-mono"
      value={draft.postback_query}
      error={problemIn(problems, 'postback_query', 'Postback parameters')}
      onChange={(event) => set({ postback_query: event.target.value })}
    />
  </Group>
);

/** How links to the network carry the click. */
export const Links = ({ draft, set, problems }: GroupProps) => (
  <Group title="Links" hint="How an offer’s link tells the network whose click it is.">
    <Field
      label="Click parameter"
      hint="Added to links with the click id, where they do not hold it already."
      required
      spellCheck={false}
      className="sm:col-span-6"
      inputClassName="font-mono"
      value={draft.click_param}
      error={problemIn(problems, 'click_param', 'Click parameter')}
      onChange={(event) => set({ click_param: event.target.value })}
    />
    <SubGroup title="Macros of its own" problem={problemIn(problems, 'link_macros', 'The macros')}>
      <PairRows
        rows={draft.link_macros}
        onChange={(link_macros) => set({ link_macros })}
        keyLabel="Macro"
        valueLabel="Filled in with"
        options={values}
        add="Add a macro"
        placeholder="[CLICK]"
      />
    </SubGroup>
    <SubGroup title="Further parameters" problem={problemIn(problems, 'link_params', 'The parameters')}>
      <PairRows
        rows={draft.link_params}
        onChange={(link_params) => set({ link_params })}
        keyLabel="Parameter"
        valueLabel="Holds"
        options={values}
        add="Add a parameter"
        placeholder="sub2"
      />
    </SubGroup>
  </Group>
);

/** What the network calls what it sends. */
export const Parameters = ({ draft, set, problems }: GroupProps) => (
  <Group title="Parameters" hint="What the network calls what it sends; empty for what it does not send.">
    {(Object.keys(paramLabels) as (keyof Draft['params'])[]).map((name) => (
      <Field
        key={name}
        label={paramLabels[name]}
        required={name === 'click_id'}
        spellCheck={false}
        className="sm:col-span-2"
        inputClassName="font-mono"
        value={draft.params[name]}
        error={problemIn(problems, `params.${name}`, paramLabels[name])}
        onChange={(event) => set({ params: { ...draft.params, [name]: event.target.value } })}
      />
    ))}
    <Select
      label="Read from"
      className="sm:col-span-2"
      error={problems.params && problemIn({ params: problems.params }, 'params', 'The parameters')}
      value={draft.params_in}
      onChange={(event) => set({ params_in: event.target.value as Draft['params_in'] })}
    >
      <option value="query">The query</option>
      <option value="body">The body</option>
      <option value="either">Either</option>
    </Select>
  </Group>
);

/** What its words mean. */
export const StatusWords = ({ draft, set, problems }: GroupProps) => (
  <Group title="Status words" hint="A word that is not among them is parked, never paid.">
    <SubGroup title="Words" problem={problemIn(problems, 'status_map', 'The list')}>
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
      hint="Looked at before the words; the first whose conditions all hold decides."
      problem={problemIn(problems, 'status_rules', 'A rule’s parameter')}
    >
      <RuleRows rules={draft.status_rules} onChange={(status_rules) => set({ status_rules })} />
    </SubGroup>
  </Group>
);
