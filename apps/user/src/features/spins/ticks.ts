/** The pointer touches a peg this many degrees before its line, and releases it this many after. */
const TOUCHES_AT = -2;
const LETS_GO_AT = 4;
const MOST_BENT = 20;
/** How fast a bent pointer springs back: the time after which a third of the bend is left. */
const SPRING_MS = 45;

const turn = (degrees: number): number => ((degrees % 360) + 360) % 360;

/**
 * How far a peg bends the pointer.
 * @param point the point under the pointer, in degrees clockwise from the wheel's own top
 * @param pegs positions of the pegs, in the same degrees
 * @returns degrees, 0 without a peg in reach
 */
export function getPointerBend(point: number, pegs: readonly number[]): number {
  let bend = 0;
  for (const peg of pegs) {
    const behind = turn(peg - point + 180) - 180;
    if (behind >= TOUCHES_AT && behind <= LETS_GO_AT)
      bend = Math.max(bend, ((behind - TOUCHES_AT) / (LETS_GO_AT - TOUCHES_AT)) * MOST_BENT);
  }
  return bend;
}

/** Counts the pegs that pass the pointer while the wheel turns clockwise between two points. */
export function countPegsPassed(from: number, to: number, pegs: readonly number[]): number {
  const turned = turn(from - to);
  return pegs.filter((peg) => turn(from - peg) < turned).length;
}

/** Start and end of a turn, in degrees clockwise; the transition decides the motion. */
export interface Turning {
  from: number;
  to: number;
}

/** The disc's current rotation, read from its transition without a style recalculation. */
function turnedBy(transition: Animation | undefined, { from, to }: Turning): number {
  const progress = transition?.effect?.getComputedTiming().progress ?? 1;
  return from + (to - from) * progress;
}

/**
 * Bends the pointer at each peg of a turning disc, frame by frame. The compositor turns the disc; this only reads the
 * angle.
 * @param onTick a peg passed
 * @returns a function that stops it, straightens the pointer and returns the disc's rotation
 */
export function playTicksWhileTurning(
  disc: SVGSVGElement,
  pointer: SVGSVGElement,
  turning: Turning,
  pegs: readonly number[],
  onTick: () => void,
): () => number {
  const [transition] = disc.getAnimations();
  let frame = 0;
  let rotation = turnedBy(transition, turning);
  let at = performance.now();
  let bend = 0;
  const look = (now: number) => {
    const before = turn(-rotation);
    rotation = turnedBy(transition, turning);
    const point = turn(-rotation);
    if (countPegsPassed(before, point, pegs) > 0) onTick();
    bend = Math.max(getPointerBend(point, pegs), bend * Math.exp((at - now) / SPRING_MS));
    // The wheel turns clockwise, so its pegs push the pointer's tip to the right.
    pointer.style.transform = `rotate(${(-bend).toFixed(2)}deg)`;
    at = now;
    frame = requestAnimationFrame(look);
  };
  frame = requestAnimationFrame(look);
  return () => {
    cancelAnimationFrame(frame);
    pointer.style.transform = '';
    return rotation;
  };
}
