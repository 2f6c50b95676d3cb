import { spawn, spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { atEnd } from './ends.ts';

/** A program that a drill starts and ends. */
export interface Daemon {
  pid: number;
  output(): string;
  isRunning(): boolean;
  /** SIGKILL to it and all that it started; else SIGTERM, and a kill in the end. */
  end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<void>;
}

export interface DaemonOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** The account it runs under, where we are root. */
  account?: { uid: number; gid: number } | undefined;
}

export function startDaemon(program: string, args: string[], { cwd, env = {}, account }: DaemonOptions = {}): Daemon {
  const child = spawn(program, args, {
    cwd: cwd ?? '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], LC_ALL: 'C', ...env },
    // A group of its own, so that what it starts ends with it.
    detached: true,
    ...account,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + String(chunk)).slice(-100_000);
    });
  }
  let isRunning = true;
  const undone = atEnd(async () => killGroup(child.pid));
  const exited = new Promise<void>((resolve) => {
    const gone = (why?: Error) => {
      if (why) output += String(why);
      isRunning = false;
      undone();
      resolve();
    };
    child.once('error', gone);
    child.once('exit', () => gone());
  });
  return {
    pid: child.pid ?? 0,
    output: () => output,
    isRunning: () => isRunning,
    async end(signal) {
      if (signal === 'SIGKILL') killGroup(child.pid);
      else if (isRunning) child.kill(signal);
      const timer = setTimeout(() => killGroup(child.pid), 20_000);
      await exited;
      clearTimeout(timer);
    },
  };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Waits until something holds. @throws with what the daemons have said when it does not in time */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  patience = 60_000,
  daemons: readonly Daemon[] = [],
): Promise<void> {
  const end = performance.now() + patience;
  while (!(await inTime(what, patience + 10_000, Promise.resolve(holds())))) {
    const dead = daemons.find((each) => !each.isRunning());
    if (dead || performance.now() > end) {
      const said = daemons.map((each) => each.output().slice(-3000)).join('\n');
      throw new Error(`${what}: not within ${patience / 1000} s\n${said}`);
    }
    await sleep(50);
  }
}

/**
 * Work that must come to an end.
 * @throws naming it when it has not in time: a drill that hangs says where
 */
export async function inTime<T>(what: string, patience: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${patience / 1000} s`)), patience);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The numbers of an account of this machine; undefined where we are not root, and so run as ourselves. */
export function accountOf(name: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const number = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout);
  return { uid: number('-u'), gid: number('-g') };
}
