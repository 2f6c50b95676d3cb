import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../kernel/kernel.ts';
import { versionKept } from './catalogue.ts';
import type { MarkRow } from './list-facts.ts';

/** An offer in a list, as JSON: what many people see alike, and what is this person's own. */
export interface Line {
  shared: readonly Uint8Array[];
  own: Uint8Array;
}

interface KeptList {
  /** What it was made of: as long as they are the same, so is the list. */
  version: number;
  mark: string;
  /** The day in India: offers open and close with days. */
  today: string;
  /** Seconds since 1970, by the database's clock: until then what is held is held. */
  until: number;
  lines: readonly Line[];
}

/** Bytes: the lists of a thousand people who have completed much. */
const MOST_KEPT = 24 * 1024 * 1024;
/** What a line takes beside its own bytes. */
const OVERHEAD = 300;

const kept = new WeakMap<Kernel, LRUCache<number, KeptList>>();

function keptBy(kernel: Kernel): LRUCache<number, KeptList> {
  const known = kept.get(kernel);
  if (known) return known;
  const made = new LRUCache<number, KeptList>({ maxSize: MOST_KEPT, sizeCalculation: sizeOf });
  kept.set(kernel, made);
  return made;
}

/** What is shared is shared, and not counted. */
const sizeOf = ({ lines }: KeptList): number => lines.reduce((sum, { own }) => sum + own.length + OVERHEAD, OVERHEAD);

/** Is there a list of this person's that may still hold? Then their mark may be all that has to be read. */
export const mayHold = (kernel: Kernel, userId: number): boolean =>
  keptBy(kernel).peek(userId)?.version === (versionKept(kernel) ?? null);

/**
 * A list that was made before, if it would be made the same again. Two thirds of what a list takes are reading the
 * facts, opening the codes of vouchers and writing it all down; most people look again before anything has changed.
 * Nothing has to be told when something does: the mark is read each time and compared.
 * @param today the day in India
 * @returns its offers, in order; undefined where it must be made
 */
export function keptList(
  kernel: Kernel,
  userId: number,
  { version, now, mark }: MarkRow,
  today: string,
): readonly Line[] | undefined {
  const list = keptBy(kernel).get(userId);
  const isSame = list?.version === version && list.mark === mark && list.today === today && now < list.until;
  return isSame ? list.lines : undefined;
}

/** Keeps a list, until others need the room. */
export function keepList(kernel: Kernel, userId: number, list: KeptList): void {
  keptBy(kernel).set(userId, list);
}

/** Whoever knows that a list has changed spares the next who asks the reading of its mark; nothing depends on it. */
export function forgetList(kernel: Kernel, userId: number): void {
  keptBy(kernel).delete(userId);
}
