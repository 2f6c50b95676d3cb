import { readParent } from './process-tree.mjs';

/**
 * A function that ends a child process or other work, after a signal or when another child ended by itself.
 * @typedef {() => Promise<void> | void} Ending
 */

/** @type {Set<Ending>} */
const endings = new Set();
let stopping = false;
let signalledAt = 0;

/**
 * Registers a function for the shutdown.
 * @param {Ending} ending
 * @returns {() => void} a function that removes the registration, to call when the work has ended
 */
export function onStop(ending) {
  endings.add(ending);
  // Work that starts during the shutdown is ended too, for example the step after the interrupted one.
  if (stopping) void ending();
  return () => endings.delete(ending);
}

export const isStopping = () => stopping;

/**
 * Calls all registered functions, then ends this process.
 * @param {number} code
 */
export async function stopAll(code) {
  if (stopping) return;
  stopping = true;
  await Promise.allSettled([...endings].map(async (ending) => ending()));
  process.exit(code);
}

/**
 * Handles the signals that end a program, from people, terminals and service managers.
 * @param {() => number | undefined} [codeFor] returns the exit code when the signal arrives; undefined: the usual exit
 * code for that signal
 */
export function stopOnSignals(codeFor) {
  for (const [signal, number] of /** @type {const} */ ([
    ['SIGINT', 2],
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ])) {
    process.on(signal, () => {
      // One Ctrl-C arrives twice, from the terminal and through npm. Another Ctrl-C, more than a second later, ends the
      // process immediately.
      if (stopping && Date.now() - signalledAt > 1_000) process.exit(128 + number);
      if (!stopping) signalledAt = Date.now();
      void stopAll(codeFor?.() ?? 128 + number);
    });
  }
  // npm runs this process through a shell. When npm or the shell is killed, no signal arrives here.
  if (process.env.npm_lifecycle_event) {
    const originalAncestors = ancestors();
    setInterval(() => ancestors() !== originalAncestors && void stopAll(1), 500).unref();
  }
}

/** The parent process and, where it is cheap to read, the grandparent. */
function ancestors() {
  const parent = process.ppid;
  try {
    return `${parent} ${readParent(parent)}`;
  } catch {
    return `${parent}`;
  }
}
