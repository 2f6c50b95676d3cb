import { join } from 'node:path';
import { readOptions } from './options.mjs';
import { install, node, runInTerminal } from './workspace.mjs';

/**
 * Programs of apps/api/src for operators, with their usage.
 * @type {Record<string, { description: string, texts?: Record<string, string>, flags?: Record<string, string>,
 *   named?: readonly string[] }>}
 */
const PROGRAMS = {
  migrate: {
    description: "Brings the database to this release's schema, as the database's owner.",
    flags: {
      'put-functions-back': 'after going back to this release: its SQL functions replace those of the newer release',
    },
  },
  'create-admin': {
    description: 'Creates an admin; the first one is an owner. Asks for the password, or reads it from a pipe.',
    named: ['USERNAME', 'EMAIL', '[ROLE]'],
  },
  pause: {
    description: 'Pauses a part of the app, or ends its pause; without a part it prints what is paused.',
    named: ['[spins|starts|sign-ups]'],
    texts: { minutes: 'ends the pause after this many minutes', note: 'why, for the audit log' },
    flags: { lift: 'ends the pause' },
  },
};

/**
 * What `npm run verify -- NAME` checks. Each name runs the program `verify-<NAME>`.
 * @type {typeof PROGRAMS}
 */
const CHECKS = {
  audit: {
    description: 'Names the first entry of the audit log that was altered, removed or inserted.',
    texts: {
      heads:
        "a file with the api's log or with what AUDIT_WEBHOOK_URL got; the audit log must have all heads of this file",
      key: 'a public key of older seals, from before AUDIT_KEY or SECRETS_KEY was changed; may be given several times',
    },
    flags: { 'public-key': 'prints the public key that seals are signed with now, and checks nothing' },
  },
  draws: {
    description: "Checks a day's draws against the published root of the day. Reads only files, no database.",
    texts: {
      day: 'YYYY-MM-DD',
      fairness: "a file with the answer of /fairness.json on the users' host",
      draws: 'a file with the answer of /export/draws.csv?day=YYYY-MM-DD on the back-office host',
    },
  },
  ledger: {
    description: 'Checks that stored completions, spins, vouchers and figures agree with each other. Changes nothing.',
  },
};

/**
 * Creates a command that runs a program of the api from its sources. The command reads its arguments before anything is
 * installed or changed, so `--help` and unknown arguments cost nothing.
 * @param {string} name of the program
 * @param {string} call
 * @param {typeof PROGRAMS[string]} program
 */
const createCommand =
  (name, call, { description, texts = {}, flags = {}, named = [] }) =>
  async (/** @type {string[]} */ args) => {
    readOptions({ call, description, texts, flags, named }, args);
    await install();
    return runInTerminal(node, [join('apps', 'api', 'src', `${name}.ts`), ...args]);
  };

/** @type {Record<string, (args: string[]) => Promise<number | void>>} */
export const programs = Object.fromEntries(
  Object.entries(PROGRAMS).map(([name, program]) => {
    const call = `npm run ${name}${program.named ? ' --' : ''}`;
    return [name, createCommand(name, call, program)];
  }),
);

/** @param {string[]} args the name of a check and its arguments */
programs['verify'] = async ([name = '', ...args]) => {
  const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
  if (check) return createCommand(`verify-${name}`, `npm run verify -- ${name}`, check)(args);
  const description = 'Checks the audit log, the draws of a day, or the ledger.';
  readOptions({ call: 'npm run verify --', description, words: Object.keys(CHECKS) }, [name, ...args].filter(Boolean));
};
