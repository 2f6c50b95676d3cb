const SECOND = 1000;
const steps = [
  { ms: 24 * 60 * 60 * SECOND, one: 'day', many: 'days' },
  { ms: 60 * 60 * SECOND, one: 'hour', many: 'hours' },
  { ms: 60 * SECOND, one: 'minute', many: 'minutes' },
  { ms: SECOND, one: 'second', many: 'seconds' },
] as const;

/** How long after one moment another came, in the largest unit that fits: `12 minutes later`. */
export function gapWords(from: string, to: string): string {
  const ms = new Date(to).getTime() - new Date(from).getTime();
  const size = Math.abs(ms);
  const step = steps.find((each) => size >= each.ms);
  if (!step) return 'at the same moment';
  const count = Math.floor(size / step.ms);
  return `${count.toLocaleString('en-IN')} ${count === 1 ? step.one : step.many} ${ms < 0 ? 'earlier' : 'later'}`;
}
