import { rewardAmount } from '@inaam/contracts/spins/reward-type';
import type { SpinResult } from '@inaam/contracts/spins/spins';
import { tryAgainAngle, type WheelLayout } from '@inaam/contracts/spins/wheel';

/** The documented timings (specification section 9). All are minimums: a late answer delays the later phases. */
const LAND_AFTER_MS = 1500;
const LANDING_MS = 2500;
const RESULT_AFTER_MS = 6000;
const CARD_AFTER_MS = 500;
/** With reduced motion the wheel fades to its result and rests this long. */
export const STILL_MS = 600;
export const LEAST_TURN = 1800;

/** Degrees per millisecond while waiting for the answer: three turns a second. */
export const SPEED = 1.08;
/** The planned duration of the turn before the answer; no request takes that long. */
const HORIZON_MS = 120_000;
/** The landing begins at about {@link SPEED} and slows down. */
const SETTLE = 'cubic-bezier(0.25, 0.34, 0.3, 1)';

type Outcome = { kind: 'answered'; result: SpinResult } | { kind: 'failed' };

export interface SpinState {
  /** `settling`: the wheel has stopped and its pointer settles. `card`: the card of a win. */
  phase: 'idle' | 'turning' | 'landing' | 'settling' | 'result' | 'card';
  /** The current or target rotation: degrees clockwise. */
  rotation: number;
  /** The CSS transition of the rotation; without one the wheel jumps. */
  transition?: string;
  /** Set from 'landing' on. */
  outcome?: Outcome;
}

/** Whether the person can start a spin: before the first, and after one that failed. */
export const isSpinnable = ({ phase, outcome }: SpinState): boolean =>
  phase === 'idle' || (phase === 'result' && outcome?.kind === 'failed');

/**
 * The smallest rotation that brings a point of the wheel under the pointer and is at least {@link LEAST_TURN} beyond
 * the present rotation.
 * @param angle the point, in degrees clockwise from the wheel's own top
 */
export function computeLandingRotation(present: number, angle: number): number {
  const least = present + LEAST_TURN;
  const short = (((-angle - least) % 360) + 360) % 360;
  return least + short;
}

export interface SpinRun {
  /** Requests the draw. */
  ask: () => Promise<SpinResult>;
  /** The wheel's slices; a failed spin lands on 'Try Again'. */
  wheel: WheelLayout;
  /** The initial rotation. */
  from: number;
  /** True for reduced motion: no rotation, and almost no wait. */
  still: boolean;
  show: (state: SpinState) => void;
}

export interface RunningSpin {
  /** Shows the result as soon as it is known. */
  skip: () => void;
  /** Stops the display; the server's draw stays valid. */
  stop: () => void;
}

/**
 * Runs one spin: the wheel turns until the answer arrives, lands on the drawn point (on 'Try Again' after a failure)
 * and settles. The result and the voucher's card follow. All times come from the platform's timers and
 * `performance.now`, so a test can control the clock.
 */
export function startSpin({ ask, wheel, from, still, show }: SpinRun): RunningSpin {
  const startedAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let outcome: Outcome | undefined;
  let hurried = still;
  let finished = false;

  const runAfter = (ms: number, act: () => void) => {
    if (ms <= 0) act();
    else timer = setTimeout(act, ms);
  };
  const getElapsed = () => performance.now() - startedAt;

  const startLanding = (landed: Outcome) => {
    const angle = landed.kind === 'answered' ? landed.result.landingAngle : tryAgainAngle(wheel);
    const present = hurried ? from : from + SPEED * getElapsed();
    const rotation = computeLandingRotation(present, angle);
    if (still) {
      settleAt(landed, rotation, STILL_MS);
      return;
    }
    if (hurried) {
      finish(landed, rotation);
      return;
    }
    show({ phase: 'landing', rotation, transition: `${LANDING_MS}ms ${SETTLE}`, outcome: landed });
    runAfter(LANDING_MS, () => settleAt(landed, rotation, RESULT_AFTER_MS - getElapsed()));
  };

  const settleAt = (landed: Outcome, rotation: number, ms: number) => {
    if (ms > 0) show({ phase: 'settling', rotation, outcome: landed });
    runAfter(ms, () => finish(landed, rotation));
  };

  const finish = (landed: Outcome, rotation: number) => {
    finished = true;
    show({ phase: 'result', rotation, outcome: landed });
    if (landed.kind === 'failed' || rewardAmount(landed.result.rewardType) === undefined) return;
    runAfter(CARD_AFTER_MS, () => show({ phase: 'card', rotation, outcome: landed }));
  };

  const settle = (settled: Outcome) => {
    if (finished) return;
    outcome = settled;
    runAfter(hurried ? 0 : LAND_AFTER_MS - getElapsed(), () => startLanding(settled));
  };

  show({
    phase: 'turning',
    rotation: still ? from : from + SPEED * HORIZON_MS,
    ...(!still && { transition: `${HORIZON_MS}ms linear` }),
  });
  ask().then(
    (result) => settle({ kind: 'answered', result }),
    () => settle({ kind: 'failed' }),
  );

  return {
    skip: () => {
      if (finished || hurried) return;
      hurried = true;
      if (!outcome) return;
      clearTimeout(timer);
      startLanding(outcome);
    },
    stop: () => {
      finished = true;
      clearTimeout(timer);
    },
  };
}
