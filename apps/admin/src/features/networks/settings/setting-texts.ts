import { linkValues, postbackKinds, replyClasses } from '@inaam/contracts/networks/networks';
import { settingLabels } from '@inaam/contracts/networks/setting-labels';
import type { ReactNode } from 'react';
import { kindLabels, paramLabels, replyLabels } from '../../postbacks/parts/postback-words.ts';
import type { DraftFields, Setting } from './draft-types.ts';

/** The texts of a field, by the field's path in the schema. Paths leave out positions in lists: `rates.from`. */
interface SettingText {
  label: string;
  hint?: ReactNode;
  /** The length in seconds of the unit in which the value is typed. */
  unit?: number;
  /** The field's name within a sentence, if it differs from the label. */
  nameInText?: string;
  /** Replaces the schema's initial value. */
  initial?: string;
  /** The width in columns of a six-column grid; 3 by default. */
  span?: 2 | 3 | 4 | 6;
  isMono?: boolean;
  isRequired?: boolean;
  placeholder?: string;
  /** Shows the label in each line of a list, where labels are otherwise only for screen readers. */
  showsLabel?: boolean;
  /** The labels of a choice's values. */
  options?: Readonly<Record<string, string>>;
  /** Returns false if the values of the object's other fields make this field irrelevant. */
  isShown?: (siblings: DraftFields) => boolean;
  /** For a list: the label of the button that adds a line, `Add a rule`. */
  add?: string;
  /** For a list: the noun for a line. */
  noun?: string;
  /** For pairs: the names of both fields. */
  pair?: readonly [key: string, value: string];
}

const algorithms = { md5: 'MD5', sha1: 'SHA-1', sha256: 'SHA-256', sha512: 'SHA-512' };
const encodings = { hex: 'Hex', base64: 'Base64', base64url: 'Base64, URL-safe' };
const mono = { isMono: true } as const;
const linkOptions = Object.fromEntries(linkValues.map((value) => [value, value]));
const kindOptions = Object.fromEntries(postbackKinds.map((value) => [value, kindLabels[value]]));
const isUrlHmac = ({ signing }: DraftFields): boolean =>
  typeof signing === 'object' && !Array.isArray(signing) && signing['kind'] === 'hmac' && signing['over'] === 'url';

const textsByPath: Readonly<Record<string, Omit<SettingText, 'label'> & { label?: string }>> = {
  slug: {
    ...mono,
    isRequired: true,
    hint: 'Part of the postback URL. Update the network’s dashboard when it changes.',
  },
  name: { isRequired: true },
  is_active: { span: 6 },
  currency: { isRequired: true, hint: 'Three-letter code.' },
  rate: { isRequired: true },
  rates: {
    hint: 'A postback in a currency without a rate waits until one is added. The latest rate that has started applies.',
    add: 'Add a rate',
    noun: 'rate',
  },
  'rates.currency': { label: 'Currency', placeholder: 'EUR', ...mono, span: 2 },
  'rates.rate': { label: 'Rupees', placeholder: 'Rupees', span: 2 },
  'rates.from': { label: 'From', span: 2 },
  hold_seconds: {
    label: 'Hold (hours)',
    unit: 3600,
    nameInText: 'Hold, in seconds,',
    isRequired: true,
    hint: 'How long a conversion stays Pending before its wheel can be spun.',
  },
  click_window_seconds: {
    label: 'Oldest click (days)',
    unit: 86_400,
    nameInText: 'Oldest click, in seconds,',
    hint: 'Empty for no limit.',
  },
  payout_ceiling: { label: 'Highest payout (₹)', nameInText: 'Highest payout', hint: 'Empty for no limit.' },
  payout_ratio: {
    label: `${settingLabels.payout_ratio} (×)`,
    nameInText: settingLabels.payout_ratio,
    isRequired: true,
    hint: 'Times the offer’s reward amount. A higher payout may be in points, so it is parked. 0 turns this off.',
  },
  source_addresses: { ...mono, span: 6, hint: 'One per line: addresses or CIDR blocks. Empty allows any.' },
  source_mode: { options: { enforce: 'Refuse', log: 'Accept and flag' } },

  'signing.kind': {
    label: settingLabels.signing,
    span: 4,
    options: {
      path_secret: 'None: secret in the URL',
      token: 'None: fixed token in each postback',
      hash: 'Hash of selected fields',
      hmac: 'HMAC of the postback',
      ecdsa: 'ECDSA with fetched public keys',
    },
  },
  'signing.algorithm': { label: 'Algorithm', initial: 'sha256', span: 2, options: algorithms },
  'signing.over': {
    label: 'Signed content',
    span: 2,
    options: {
      url: 'Exact URL',
      query: 'Query',
      sorted_query: 'Sorted query',
      body: 'Raw body',
      template: 'Selected fields',
    },
  },
  'signing.rewrite': {
    label: 'URL encoding',
    span: 2,
    options: { as_received: 'As received', form: 'Form encoding (+)', rfc3986: 'RFC 3986 (%20)' },
    isShown: ({ over }) => over === 'sorted_query',
  },
  'signing.template': {
    label: 'Hash template',
    hint: '{name} is that parameter’s value, {int:name} its integer part, {secret} the secret, {*} all parameters sorted by name, {md5:…} the MD5 digest of the text after its colon.',
    ...mono,
    span: 4,
    isShown: ({ kind, over }) => kind === 'hash' || over === 'template',
  },
  'signing.fields': {
    label: 'Parameter values',
    span: 2,
    initial: 'decoded',
    options: { decoded: 'Decoded', raw: 'As received' },
    isShown: ({ kind, over }) => kind === 'hash' || over === 'template',
  },
  'signing.in': { label: 'Location', span: 2, options: { param: 'Parameter', header: 'Header' } },
  'signing.name': { label: 'Parameter or header', initial: '', isRequired: true, ...mono, span: 2 },
  'signing.encoding': { label: 'Encoding', initial: 'hex', span: 2, options: encodings },
  'signing.keys_url': { label: 'Public keys URL', isRequired: true, ...mono, span: 6 },
  'signing.key_param': { label: 'Key ID parameter', isRequired: true, ...mono, span: 2 },
  signed_url: {
    label: `${settingLabels.signed_url} (optional)`,
    hint: 'The URL that the network signs, if it differs, e.g. behind a proxy. It is then shown as the postback URL.',
    ...mono,
    span: 6,
    isShown: isUrlHmac,
  },
  timestamp: { label: 'Postbacks carry their own time' },
  'timestamp.param': {
    label: 'Timestamp parameter',
    hint: 'A time without a zone is read as UTC.',
    isRequired: true,
    ...mono,
  },
  'timestamp.tolerance_seconds': {
    label: 'Allowed difference (minutes)',
    nameInText: 'Allowed difference, in seconds,',
    unit: 60,
    initial: '10',
  },

  ...Object.fromEntries(
    Object.entries(paramLabels).map(([name, label]) => [
      `params.${name}`,
      { label, isRequired: name === 'click_id', ...mono, span: 2 },
    ]),
  ),
  params_in: { span: 2, options: { query: 'Query', body: 'Body', either: 'Either' } },
  postback_query: { ...mono, span: 6, hint: 'The query of the postback URL, with the network’s own macros.' },

  status_map: {
    add: 'Add a word',
    noun: 'word',
    pair: ['Word', 'Means'],
    placeholder: '(no status)',
    options: kindOptions,
  },
  status_rules: {
    hint: 'Checked before the status words. The first rule with all conditions met applies.',
    add: 'Add a rule',
    noun: 'rule',
  },
  'status_rules.when': { label: 'When', add: 'And', noun: 'condition' },
  'status_rules.when.param': { label: 'Rule parameter', placeholder: 'parameter', ...mono, span: 2 },
  'status_rules.when.test': {
    label: 'Test',
    span: 2,
    options: {
      equals: 'is',
      prefix: 'starts with',
      negative: 'is negative',
      zero: 'is zero',
      present: 'is present',
    },
  },
  'status_rules.when.value': {
    label: 'Value',
    placeholder: 'value',
    ...mono,
    span: 2,
    isShown: ({ test }) => test === 'equals' || test === 'prefix',
  },
  'status_rules.kind': { label: 'Means', showsLabel: true, span: 2, initial: 'reverse', options: kindOptions },

  click_param: {
    ...mono,
    isRequired: true,
    span: 6,
    hint: 'Added to each link with the click ID, unless the link already has it.',
  },
  link_macros: {
    add: 'Add a macro',
    noun: 'macro',
    pair: ['Macro', 'Replaced with'],
    placeholder: '[CLICK]',
    options: linkOptions,
  },
  link_params: {
    add: 'Add a parameter',
    noun: 'parameter',
    pair: ['Parameter', 'Value'],
    placeholder: 'sub2',
    options: linkOptions,
  },
  link_signing: { label: 'Links are signed with the network’s secret' },
  'link_signing.kind': { label: settingLabels.link_signing, span: 2, options: { hash: 'Hash', hmac: 'HMAC' } },
  'link_signing.algorithm': { label: 'Link algorithm', span: 2, options: algorithms },
  'link_signing.over': {
    label: 'Signed content of links',
    span: 2,
    options: { template: 'Selected values', url: 'Whole link' },
  },
  'link_signing.template': {
    label: 'Signed part of the link',
    hint: 'May contain {user_id}, {click_id} and other values, and {secret} for the secret.',
    initial: '{user_id}-{secret}',
    ...mono,
    span: 6,
    isShown: ({ over }) => over === 'template',
  },
  'link_signing.name': { label: 'Link signature parameter', isRequired: true, ...mono },
  'link_signing.encoding': { label: 'Link signature encoding', options: encodings },

  ...Object.fromEntries(
    replyClasses.flatMap((name) => [
      [`replies.${name}`, { label: replyLabels[name], hint: 'standard reply' }],
      [
        `replies.${name}.status`,
        { label: `Status of the reply to ${replyLabels[name]}`, nameInText: 'Reply status', initial: '200', span: 2 },
      ],
      [
        `replies.${name}.type`,
        {
          label: `Type of the reply to ${replyLabels[name]}`,
          initial: 'text/plain',
          span: 2,
          options: { 'text/plain': 'Text', 'application/json': 'JSON' },
        },
      ],
      [
        `replies.${name}.body`,
        { label: `Body of the reply to ${replyLabels[name]}`, placeholder: '(empty)', ...mono, span: 6 },
      ],
    ]),
  ),
};

const isSetting = (path: string): path is Setting => Object.hasOwn(settingLabels, path);

/** @returns the texts of a path; a path without texts becomes the label, and a test reports such a path */
export function getSettingText(path: string): SettingText {
  const text = Object.hasOwn(textsByPath, path) ? textsByPath[path] : undefined;
  return { label: isSetting(path) ? settingLabels[path] : path, ...text };
}

export interface SettingGroup {
  title: string;
  hint?: string;
  /** True for a group that is rarely used or long: such a group opens on request. */
  isCollapsed: boolean;
  /** The column of the group on wide screens, which show two columns. */
  column: 1 | 2;
  settings: readonly Setting[];
}

/** The groups of the form, in order. A test fails if a setting is in no group. */
export const settingGroups: readonly SettingGroup[] = [
  { title: 'General', isCollapsed: false, column: 1, settings: ['name', 'slug', 'is_active'] },
  {
    title: 'Currency',
    hint: 'The rate is fixed when a conversion arrives. A new rate does not change earlier conversions.',
    isCollapsed: false,
    column: 1,
    settings: ['currency', 'rate'],
  },
  {
    title: 'Hold and limits',
    hint: 'Oldest click and highest payout are required if the signature leaves out a value that decides who is paid, or how much.',
    isCollapsed: false,
    column: 1,
    settings: ['hold_seconds', 'click_window_seconds', 'payout_ceiling', 'payout_ratio'],
  },
  {
    title: 'Addresses',
    hint: 'Lists of addresses become outdated. First accept and flag postbacks from other addresses. Refuse them once you have verified the list.',
    isCollapsed: false,
    column: 2,
    settings: ['source_addresses', 'source_mode'],
  },
  { title: settingLabels.rates, isCollapsed: true, column: 2, settings: ['rates'] },
  {
    title: settingLabels.signing,
    hint: 'The preset sets this. Change it only to match the network’s dashboard.',
    isCollapsed: true,
    column: 2,
    settings: ['signing', 'signed_url', 'timestamp'],
  },
  {
    title: settingLabels.params,
    hint: 'The names of the network’s parameters. Leave a field empty if the network does not send it.',
    isCollapsed: true,
    column: 2,
    settings: ['params', 'params_in', 'postback_query'],
  },
  {
    title: settingLabels.status_map,
    hint: 'A postback with any other word is parked, never paid.',
    isCollapsed: true,
    column: 2,
    settings: ['status_map', 'status_rules'],
  },
  {
    title: 'Links',
    hint: 'How an offer’s link passes the click ID to the network.',
    isCollapsed: true,
    column: 2,
    settings: ['click_param', 'link_macros', 'link_params', 'link_signing'],
  },
  {
    title: settingLabels.replies,
    hint: 'Select the replies that the network expects in its own format. {status}, {reason}, {completion_id} and parameters of the postback, such as {param:event_id}, are replaced.',
    isCollapsed: true,
    column: 2,
    settings: ['replies'],
  },
];
