import { networkSettings } from '@inaam/contracts/networks/networks';
import { getSignatureCoverage, type SignableFact, signableFacts } from '@inaam/contracts/networks/signature-coverage';
import { Field } from '@inaam/ui/field';
import { Select } from '@inaam/ui/select';
import { Textarea } from '@inaam/ui/textarea';
import { Check, Minus, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Draft, type SigningDraft, toSettings } from './settings-draft.ts';
import { Group, type GroupProps, getProblem, numberField, TextSetting } from './settings-parts.tsx';

type Options = readonly { value: string; label: string }[];

const signingMethods: Options = [
  { value: 'path_secret', label: 'None: secret in the URL' },
  { value: 'token', label: 'None: fixed token in each call' },
  { value: 'hash', label: 'Hash of selected fields' },
  { value: 'hmac', label: 'HMAC of the call' },
  { value: 'ecdsa', label: 'ECDSA with fetched public keys' },
];
const algorithms: Options = [
  { value: 'md5', label: 'MD5' },
  { value: 'sha1', label: 'SHA-1' },
  { value: 'sha256', label: 'SHA-256' },
  { value: 'sha512', label: 'SHA-512' },
];
const covered: Options = [
  { value: 'url', label: 'Exact URL' },
  { value: 'query', label: 'Query' },
  { value: 'sorted_query', label: 'Sorted query' },
  { value: 'body', label: 'Raw body' },
  { value: 'template', label: 'Selected fields' },
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
const locations: Options = [
  { value: 'param', label: 'Parameter' },
  { value: 'header', label: 'Header' },
];

/** How the network authenticates its calls. Its secret is rotated separately. */
export function SigningGroup({ draft, set, problems, secret }: GroupProps & { secret: ReactNode }) {
  const { signing } = draft;
  const change = (patch: Partial<SigningDraft>) => set({ signing: { ...signing, ...patch } });
  const choice = (label: string, field: keyof SigningDraft, options: Options) => (
    <Select
      label={label}
      className="sm:col-span-2"
      error={getProblem(problems, `signing.${field}`, label)}
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
  const shown = signing.kind !== 'path_secret';
  const isKeyed = signing.kind === 'ecdsa';
  const hasTemplate = signing.kind === 'hash' || (signing.kind === 'hmac' && signing.over === 'template');
  return (
    <Group title="Signature" hint="The preset sets this. Change it only to match the network’s dashboard.">
      <Select
        label="Signature"
        className="sm:col-span-4"
        error={problems.signing && getProblem({ signing: problems.signing }, 'signing', 'Signature')}
        value={signing.kind}
        onChange={(event) => change({ kind: event.target.value as SigningDraft['kind'] })}
      >
        {signingMethods.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {(signing.kind === 'hash' || signing.kind === 'hmac') && choice('Algorithm', 'algorithm', algorithms)}
      {signing.kind === 'hmac' && (
        <>
          {choice('Signed content', 'over', covered)}
          {signing.over === 'sorted_query' && choice('URL encoding', 'rewrite', rewrites)}
        </>
      )}
      {hasTemplate && (
        <>
          <Field
            label="Hash template"
            hint="{name} is that parameter’s value, {int:name} its integer part, {secret} the secret, {*} all parameters sorted by name, {md5:…} a digest of what is in it."
            spellCheck={false}
            className="sm:col-span-4"
            inputClassName="font-mono"
            value={signing.template}
            error={getProblem(problems, 'signing.template', 'Hash template')}
            onChange={(event) => change({ template: event.target.value })}
          />
          {choice('Parameter values', 'fields', [
            { value: 'decoded', label: 'Decoded' },
            { value: 'raw', label: 'As received' },
          ])}
        </>
      )}
      {isKeyed && (
        <>
          <Field
            label="Public keys URL"
            type="url"
            required
            spellCheck={false}
            className="sm:col-span-6"
            inputClassName="font-mono"
            value={signing.keys_url}
            error={getProblem(problems, 'signing.keys_url', 'Public keys URL')}
            onChange={(event) => change({ keys_url: event.target.value })}
          />
          <Field
            label="Key ID parameter"
            required
            spellCheck={false}
            className="sm:col-span-2"
            inputClassName="font-mono"
            value={signing.key_param}
            error={getProblem(problems, 'signing.key_param', 'Key ID parameter')}
            onChange={(event) => change({ key_param: event.target.value })}
          />
        </>
      )}
      {shown && (
        <>
          {!isKeyed && choice('Location', 'in', locations)}
          <Field
            label={signing.in === 'header' && !isKeyed ? 'Header' : 'Parameter'}
            required
            spellCheck={false}
            className="sm:col-span-2"
            inputClassName="font-mono"
            value={signing.name}
            error={getProblem(problems, 'signing.name', signing.in === 'header' ? 'Header' : 'Parameter')}
            onChange={(event) => change({ name: event.target.value })}
          />
        </>
      )}
      {(signing.kind === 'hash' || signing.kind === 'hmac' || isKeyed) && choice('Encoding', 'encoding', encodings)}
      {signing.kind === 'hmac' && signing.over === 'url' && (
        <TextSetting
          group={{ draft, set, problems }}
          name="signed_url"
          type="url"
          label="Signed URL (optional)"
          hint="If the network signs a different URL, e.g. behind a proxy. It is then shown as the postback URL."
          className="sm:col-span-6"
          inputClassName="font-mono"
        />
      )}
      <TextSetting
        group={{ draft, set, problems }}
        name="timestamp_param"
        setting="timestamp.param"
        label="Timestamp parameter (optional)"
        hint="The parameter with the time of the call. A time without a zone is read as UTC."
        inputClassName="font-mono"
      />
      {draft.timestamp_param.trim() !== '' && (
        <TextSetting
          {...numberField}
          group={{ draft, set, problems }}
          name="timestamp_minutes"
          setting="timestamp.tolerance_seconds"
          nameInText="Allowed difference, in seconds,"
          label="Allowed difference (minutes)"
        />
      )}
      <CoverageList draft={draft} />
      {secret}
    </Group>
  );
}

const facts: Record<SignableFact, string> = {
  click: 'Click',
  transaction: 'Transaction',
  payout: 'Payout',
  status: 'Status',
};
const coveredWords = {
  covered: { text: 'signed', tone: 'text-good', icon: Check },
  open: { text: 'not signed', tone: 'text-warn', icon: TriangleAlert },
  not_sent: { text: 'not sent', tone: 'text-muted', icon: Minus },
} as const;

/** What the signature covers under the settings on the screen. */
function CoverageList({ draft }: { draft: Draft }) {
  const read = networkSettings.pick({ signing: true, params: true, status_rules: true }).safeParse(toSettings(draft));
  if (!read.success) return null;
  const coverage = getSignatureCoverage(read.data);
  const isOpen = Object.values(coverage).includes('open');
  return (
    <section aria-label="Signed values" className="rounded-control bg-sunken p-3 sm:col-span-6">
      <h3 className="text-sm font-semibold">Signed values</h3>
      <ul className="mt-1 grid grid-cols-2 gap-x-4 gap-y-1 text-sm">
        {signableFacts.map((fact) => {
          const { text, tone, icon: Icon } = coveredWords[coverage[fact]];
          return (
            <li key={fact} className="flex items-center gap-2">
              <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
              <span>
                {facts[fact]}: <span className={tone}>{text}</span>
              </span>
            </li>
          );
        })}
      </ul>
      {isOpen && (
        <p className="mt-2 text-sm text-muted">
          Anyone who sees a call could change its unsigned values, so “Oldest click” and “Highest payout” need limits.
        </p>
      )}
    </section>
  );
}

/** Addresses that its calls come from. */
export const Addresses = ({ draft, set, problems }: GroupProps) => (
  <Group
    title="Addresses"
    hint="Addresses that the network calls from. Such lists become outdated: flag calls from other addresses first, and refuse them once you have verified the list."
  >
    <Textarea
      label="Source addresses"
      hint="One per line: addresses or CIDR blocks. Empty allows any."
      rows={4}
      spellCheck={false}
      className="sm:col-span-6"
      inputClassName="font-mono"
      value={draft.source_addresses}
      error={getProblem(problems, 'source_addresses', 'Each line')}
      onChange={(event) => set({ source_addresses: event.target.value })}
    />
    <Select
      label="Calls from other addresses"
      className="sm:col-span-3"
      value={draft.source_mode}
      onChange={(event) => set({ source_mode: event.target.value as Draft['source_mode'] })}
    >
      <option value="log">Accept and flag</option>
      <option value="enforce">Refuse</option>
    </Select>
  </Group>
);
