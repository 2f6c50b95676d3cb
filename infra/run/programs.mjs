import { join } from 'node:path';
import { readOptions } from './options.mjs';
import { install, inTerminal, node } from './workspace.mjs';

/**
 * Programs of apps/api/src for operators, and how each is called.
 * @type {Record<string, { does: string, texts?: Record<string, string>, flags?: Record<string, string>,
 *   named?: readonly string[] }>}
 */
const PROGRAMS = {
  migrate: { does: "Brings the database to this release's schema, as its owner." },
  'create-admin': {
    does: 'Makes an admin, the first one an owner; asks for the password, or reads it from a pipe.',
    named: ['USERNAME', 'EMAIL', '[ROLE]'],
  },
  'verify-audit': {
    does: 'Names the first entry of the audit log that was altered, removed or inserted.',
    texts: {
      heads: "a file of the api's log, or of what AUDIT_WEBHOOK_URL was sent: its heads must all be there",
      key: 'a public key of seals, from before SECRETS_KEY was changed; may be said several times',
    },
    flags: { 'public-key': 'says the public key that seals are signed with now, and looks at nothing' },
  },
  'verify-draws': {
    does: 'Holds the draws of a day to what was published of it, from files alone.',
    texts: {
      day: 'YYYY-MM-DD',
      fairness: "a file of the users' host's /fairness.json",
      draws: "a file of the back-office's /export/draws.csv?day=YYYY-MM-DD",
    },
  },
  'verify-ledger': { does: 'Holds the facts of money against each other; changes nothing.' },
};

/**
 * The commands that run a program of the api from its sources. How one is called is read before anything is installed,
 * asked or changed: `--help` and what is no part of it end here.
 * @type {Record<string, (args: string[]) => Promise<number | void>>}
 */
export const programs = Object.fromEntries(
  Object.entries(PROGRAMS).map(([name, { does, texts = {}, flags = {}, named = [] }]) => {
    const takes = Object.keys({ ...texts, ...flags }).length > 0 || named.length > 0;
    const call = `npm run ${name}${takes ? ' --' : ''}`;
    /** @param {string[]} args */
    const run = async (args) => {
      readOptions({ call, does, texts, flags, named }, args);
      await install();
      return inTerminal(node, [join('apps', 'api', 'src', `${name}.ts`), ...args]);
    };
    return [name, run];
  }),
);
