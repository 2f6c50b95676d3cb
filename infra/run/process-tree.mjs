import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const PATIENCE_MS = 12_000;

/**
 * Ends a child and all its descendants, with SIGTERM first and SIGKILL later.
 * @param {import('node:child_process').ChildProcess} child
 * @param {{ sigtermTo?: 'all' | 'child' }} [options] `child`: only the child gets SIGTERM, and ends its own children in
 * the right order
 */
export async function killProcessTree(child, { sigtermTo = 'all' } = {}) {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const descendants = listDescendants(pid);
  for (const each of sigtermTo === 'all' ? [pid, ...descendants] : [pid]) kill(each, 'SIGTERM');
  const timeout = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
  await Promise.race([exited, timeout]);
  if (sigtermTo === 'child' && (child.exitCode !== null || child.signalCode !== null)) return;
  // Includes descendants that started after SIGTERM, and those that ignored SIGTERM.
  for (const each of new Set([...descendants, ...listDescendants(pid), pid])) kill(each, 'SIGKILL');
  await exited;
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function kill(pid, signal) {
  try {
    if (process.platform === 'win32') execFileSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
    else process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

/**
 * @param {number} pid
 * @returns {number[]} all descendants
 */
function listDescendants(pid) {
  /** @type {Map<number, number[]>} */
  const children = new Map();
  for (const [child, parent] of processes()) children.set(parent, [...(children.get(parent) ?? []), child]);
  const found = [];
  for (const queue = [pid]; queue.length > 0; ) {
    const next = children.get(/** @type {number} */ (queue.pop())) ?? [];
    found.push(...next);
    queue.push(...next);
  }
  return found;
}

/** @returns {[number, number][]} every process of the machine and its parent */
function processes() {
  try {
    if (process.platform === 'linux') {
      return readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .flatMap((name) => {
          try {
            return [[Number(name), readParent(Number(name))]];
          } catch {
            return [];
          }
        });
    }
    if (process.platform === 'win32') return [];
    return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => /** @type {[number, number]} */ (line.trim().split(/\s+/).map(Number)));
  } catch {
    return [];
  }
}

/**
 * @param {number} pid
 * @throws when there is no /proc, or no such process
 */
export function readParent(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in brackets and may contain any character. The fourth field is the parent.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
