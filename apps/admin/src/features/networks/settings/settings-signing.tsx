import { Field } from '@inaam/ui/field';
import { Select } from '@inaam/ui/select';
import { Textarea } from '@inaam/ui/textarea';
import type { ReactNode } from 'react';
import type { Draft, SigningDraft } from './settings-draft.ts';
import { Group, type GroupProps, problemIn, TextSetting } from './settings-parts.tsx';

type Options = readonly { value: string; label: string }[];

const ways: Options = [
  { value: 'path_secret', label: 'Not at all: a secret in the address' },
  { value: 'token', label: 'Not at all: a fixed token is sent along' },
  { value: 'hash', label: 'A hash of chosen fields' },
  { value: 'hmac', label: 'An HMAC over the call' },
];
const hashes: Options = [
  { value: 'md5', label: 'MD5' },
  { value: 'sha256', label: 'SHA-256' },
];
const hmacs: Options = [
  { value: 'sha1', label: 'SHA-1' },
  { value: 'sha256', label: 'SHA-256' },
];
const covered: Options = [
  { value: 'url', label: 'The exact URL' },
  { value: 'query', label: 'The query' },
  { value: 'sorted_query', label: 'The sorted query' },
  { value: 'body', label: 'The raw body' },
];
const rewrites: Options = [
  { value: 'as_received', label: 'As received' },
  { value: 'form', label: 'Form encoding (+)' },
  { value: 'rfc3986', label: 'RFC 3986 (%20)' },
];
const encodings: Options = [
  { value: 'hex', label: 'Hex' },
  { value: 'base64', label: 'Base64' },
  { value: 'base64url', label: 'Base64, URL-safe' },
];
const places: Options = [
  { value: 'param', label: 'Parameter' },
  { value: 'header', label: 'Header' },
];

/** How the network shows that a call is its own. Its secret is changed apart. */
export function SigningGroup({ draft, set, problems, secret }: GroupProps & { secret: ReactNode }) {
  const { signing } = draft;
  const change = (patch: Partial<SigningDraft>) => set({ signing: { ...signing, ...patch } });
  const choice = (label: string, field: keyof SigningDraft, options: Options) => (
    <Select
      label={label}
      className="sm:col-span-2"
      error={problemIn(problems, `signing.${field}`, label)}
      value={signing[field]}
      onChange={(event) => change({ [field]: event.target.value })}
    >
      {options.map(({ value, label: words }) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </Select>
  );
  const onKind = (kind: SigningDraft['kind']) => {
    const known = kind === 'hash' ? hashes : hmacs;
    const { algorithm } = signing;
    change({ kind, algorithm: known.some(({ value }) => value === algorithm) ? algorithm : 'sha256' });
  };
  const shown = signing.kind !== 'path_secret';
  return (
    <Group title="Signing" hint="A preset knows this; change it only by what the network’s dashboard says.">
      <Select
        label="It signs"
        className="sm:col-span-4"
        error={problems.signing && problemIn({ signing: problems.signing }, 'signing', 'Signing')}
        value={signing.kind}
        onChange={(event) => onKind(event.target.value as SigningDraft['kind'])}
      >
        {ways.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {signing.kind === 'hash' && choice('Algorithm', 'algorithm', hashes)}
      {signing.kind === 'hmac' && choice('Algorithm', 'algorithm', hmacs)}
      {signing.kind === 'hash' && (
        <>
          <Field
            label="What is hashed"
            hint="{name} is that parameter’s value, {int:name} its integer part, {secret} the secret."
            spellCheck={false}
            className="sm:col-span-4"
            inputClassName="font-mono"
            value={signing.template}
            error={problemIn(problems, 'signing.template', 'What is hashed')}
            onChange={(event) => change({ template: event.target.value })}
          />
          {choice('Values are', 'fields', [
            { value: 'decoded', label: 'Decoded' },
            { value: 'raw', label: 'As in the query' },
          ])}
        </>
      )}
      {signing.kind === 'hmac' && (
        <>
          {choice('Over', 'over', covered)}
          {signing.over === 'sorted_query' && choice('Written', 'rewrite', rewrites)}
        </>
      )}
      {shown && (
        <>
          {choice('It is in', 'in', places)}
          <Field
            label={signing.in === 'header' ? 'Header' : 'Parameter'}
            required
            spellCheck={false}
            className="sm:col-span-2"
            inputClassName="font-mono"
            value={signing.name}
            error={problemIn(problems, 'signing.name', signing.in === 'header' ? 'Header' : 'Parameter')}
            onChange={(event) => change({ name: event.target.value })}
          />
        </>
      )}
      {(signing.kind === 'hash' || signing.kind === 'hmac') && choice('Written as', 'encoding', encodings)}
      {signing.kind === 'hmac' && signing.over === 'url' && (
        <TextSetting
          group={{ draft, set, problems }}
          name="signed_url"
          type="url"
          label="Signed URL (optional)"
          hint="Where the network signs another address than the postback URL, e.g. behind a proxy."
          className="sm:col-span-6"
          inputClassName="font-mono"
        />
      )}
      {secret}
    </Group>
  );
}

/** Where its calls come from. */
export const Addresses = ({ draft, set, problems }: GroupProps) => (
  <Group
    title="Addresses"
    hint="Where its calls come from. Lists of addresses drift: log first, enforce when it is checked."
  >
    <Textarea
      label="Source addresses"
      hint="One a line: addresses or CIDR blocks. Empty for any."
      rows={4}
      spellCheck={false}
      className="sm:col-span-6"
      inputClassName="font-mono"
      value={draft.source_addresses}
      error={problemIn(problems, 'source_addresses', 'Each line')}
      onChange={(event) => set({ source_addresses: event.target.value })}
    />
    <Select
      label="A call from elsewhere is"
      className="sm:col-span-3"
      value={draft.source_mode}
      onChange={(event) => set({ source_mode: event.target.value as Draft['source_mode'] })}
    >
      <option value="log">Taken and marked</option>
      <option value="enforce">Refused</option>
    </Select>
  </Group>
);
