import { parentOf } from './process-tree.mjs';

/**
 * One place that knows how to end everything that runs: a signal, or a child that ended by itself, comes here.
 * @typedef {() => Promise<void> | void} Ending
 */

/** @type {Set<Ending>} */
const endings = new Set();
let stopping = false;
let asked = 0;

/**
 * Registers how to end something that was started.
 * @param {Ending} ending
 * @returns {() => void} to call when it has ended
 */
export function onStop(ending) {
  endings.add(ending);
  // What is started while everything ends (a step of the preparation that came after the one that was cut) ends too.
  if (stopping) void ending();
  return () => endings.delete(ending);
}

export const isStopping = () => stopping;

/**
 * Ends everything and then this process.
 * @param {number} code
 */
export async function stopAll(code) {
  if (stopping) return;
  stopping = true;
  await Promise.allSettled([...endings].map(async (ending) => ending()));
  process.exit(code);
}

/**
 * Answers the signals by which people, terminals and service managers end a program.
 * @param {() => number | undefined} [codeFor] the exit code at the moment of the signal; undefined: that of the signal
 */
export function stopOnSignals(codeFor) {
  for (const [signal, number] of /** @type {const} */ ([
    ['SIGINT', 2],
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ])) {
    process.on(signal, () => {
      // One Ctrl-C arrives twice, from the terminal and through npm; a second one after that means: now.
      if (stopping && Date.now() - asked > 1_000) process.exit(128 + number);
      if (!stopping) asked = Date.now();
      void stopAll(codeFor?.() ?? 128 + number);
    });
  }
  // npm runs us through a shell: when one of the two is killed, no signal arrives here.
  if (process.env.npm_lifecycle_event) {
    const above = ancestors();
    setInterval(() => ancestors() !== above && void stopAll(1), 500).unref();
  }
}

/** The process above us and, where that can be read cheaply, the one above that. */
function ancestors() {
  const parent = process.ppid;
  try {
    return `${parent} ${parentOf(parent)}`;
  } catch {
    return `${parent}`;
  }
}
