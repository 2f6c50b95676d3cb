import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { killProcessTree } from '../../run/process-tree.mjs';
import { onCleanup } from './cleanup.ts';

/** A program that runs until it is ended, or until `runCleanup`. */
export interface Daemon {
  pid: number;
  output(): string;
  /** How the program ended; undefined while it runs. */
  getExit(): string | undefined;
  /** Sends a signal, by default SIGTERM, and waits for the end. Kills the process after 25 s. */
  end(signal?: 'SIGKILL' | 'SIGINT'): Promise<void>;
}

export interface ProgramOptions {
  cwd?: string;
  env?: Record<string, string | undefined>;
  /** The account that runs the program if we are root. */
  account?: Account;
}

export type Account = { uid: number; gid: number } | undefined;

const environment = (env: ProgramOptions['env']) => ({
  PATH: process.env['PATH'],
  TMPDIR: process.env['TMPDIR'],
  LC_ALL: 'C',
  ...env,
});

/** Starts a program in its own process group, so that its children are killed with it. */
export function startDaemon(program: string, args: string[], { cwd = '/', env, account }: ProgramOptions = {}): Daemon {
  const options = { cwd, env: environment(env), ...account } as const;
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + String(chunk)).slice(-200_000);
    });
  }
  let ended: string | undefined;
  const kill = () => child.pid !== undefined && signal([-child.pid], 'SIGKILL');
  const removeCleanup = onCleanup(async () => kill());
  const exited = new Promise<void>((resolve) => {
    const onEnd = (how: string) => {
      ended = how;
      removeCleanup();
      resolve();
    };
    child.once('error', (error) => onEnd(String(error)));
    child.once('exit', (code, by) => onEnd(by ?? `exit code ${code}`));
  });
  return {
    pid: child.pid ?? 0,
    output: () => output,
    getExit: () => ended,
    async end(by) {
      if (by === 'SIGKILL') kill();
      else child.kill(by);
      const timer = setTimeout(kill, 25_000);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** Runs a program to its end. @returns its output @throws with its output when it fails */
export async function run(program: string, args: string[], options: ProgramOptions = {}): Promise<string> {
  const { cwd = '/', env, account } = options;
  const child = spawn(program, args, { cwd, env: environment(env), stdio: ['ignore', 'pipe', 'pipe'], ...account });
  const forget = onCleanup(() => killProcessTree(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).finally(forget);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${output}`);
  return output;
}

/** The direct children of a process. @throws when the process has ended */
export const listChildren = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** Sends a signal to processes. Ignores those that have ended. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Waits for a condition. @throws with the output of the daemons after the time limit, or when one of them ended */
export async function waitUntil(
  what: string,
  holds: () => boolean | Promise<boolean>,
  patience = 60_000,
  daemons: readonly Daemon[] = [],
): Promise<void> {
  const end = performance.now() + patience;
  while (!(await withTimeLimit(what, patience + 10_000, Promise.resolve(holds())))) {
    const endedDaemon = daemons.find((each) => each.getExit() !== undefined);
    if (endedDaemon || performance.now() > end) {
      const output = daemons.map((each) => each.output().slice(-3000)).join('\n');
      throw new Error(
        `${what}: ${endedDaemon ? `ended by ${endedDaemon.getExit()}` : `not within ${patience / 1000} s`}\n${output}`,
      );
    }
    await sleep(20);
  }
}

/**
 * Limits the time of some work.
 * @throws with the name of the work after the time limit, so that the error shows where a drill hangs
 */
export async function withTimeLimit<T>(what: string, patience: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${patience / 1000} s`)), patience);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/**
 * The uid and gid of an account of this machine. Undefined if we are not root: programs then run as the current user.
 */
export function findAccount(name: string): Account {
  if (process.getuid?.() !== 0) return undefined;
  const readId = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout);
  return { uid: readId('-u'), gid: readId('-g') };
}
