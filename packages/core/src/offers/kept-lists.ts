import { LRUCache } from 'lru-cache';
import type { Kernel } from '../kernel/kernel.ts';
import type { FactsRow } from './list-facts.ts';

/** An offer in a list: what many people see alike, and what is this person's own; the fields of JSON objects. */
export interface Line {
  shared: string;
  own: string;
}

interface KeptList {
  /** What it was made of: as long as that says the same, to the byte, so does the list. */
  version: number;
  facts: string;
  /** The day in India: offers open and close with days. */
  today: string;
  /** Seconds since 1970, by the database's clock: until then what is held is held. */
  until: number;
  lines: readonly Line[];
}

/** Characters of facts and of lines, a byte each: of some thousand people who have completed much. */
const MOST_KEPT = 24 * 1024 * 1024;
/** What an entry takes beside its characters. */
const OVERHEAD = 200;

const kept = new WeakMap<Kernel, LRUCache<number, KeptList>>();

function keptBy(kernel: Kernel): LRUCache<number, KeptList> {
  const known = kept.get(kernel);
  if (known) return known;
  const made = new LRUCache<number, KeptList>({ maxSize: MOST_KEPT, sizeCalculation: sizeOf });
  kept.set(kernel, made);
  return made;
}

/** What is shared is shared, and not counted. */
const sizeOf = ({ facts, lines }: KeptList): number =>
  lines.reduce((sum, { own }) => sum + own.length + OVERHEAD, facts.length + OVERHEAD);

/**
 * A list that was made before, if it would be made the same again. Half of what a list takes of the process is reading
 * what came from the database, opening the codes of vouchers and writing it all down; most people look again before
 * anything has changed. Nothing has to be told when something does: the facts are read each time and compared.
 * @param today the day in India
 * @returns its offers, in order; undefined where it must be made
 */
export function keptList(kernel: Kernel, userId: number, row: FactsRow, today: string): readonly Line[] | undefined {
  const list = keptBy(kernel).get(userId);
  const isSame =
    list?.version === row.version && list.today === today && row.now < list.until && list.facts === row.facts;
  return isSame ? list.lines : undefined;
}

/** Keeps a list that was made of a row, until others need the room. */
export function keepList(
  kernel: Kernel,
  userId: number,
  { version, facts }: FactsRow,
  made: Pick<KeptList, 'today' | 'until' | 'lines'>,
): void {
  keptBy(kernel).set(userId, { version, facts, ...made });
}
