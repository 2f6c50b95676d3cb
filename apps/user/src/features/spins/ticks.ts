/** The pointer touches a peg this many degrees before the pointer's line, and lets it go this many behind. */
const TOUCHES_AT = -2;
const LETS_GO_AT = 4;
const MOST_BENT = 20;
/** How fast a bent pointer springs back: the time after which a third of the bend is left. */
const SPRING_MS = 45;

const turn = (degrees: number): number => ((degrees % 360) + 360) % 360;

/**
 * How far a peg bends the pointer.
 * @param point the point under the pointer, in degrees clockwise from the wheel's own top
 * @param pegs where pegs stand, in the same degrees
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

/** How many pegs passed the pointer while the wheel turned clockwise from one point under it to another. */
export function countPegsPassed(from: number, to: number, pegs: readonly number[]): number {
  const turned = turn(from - to);
  return pegs.filter((peg) => turn(from - peg) < turned).length;
}

/** Where a disc turns from and to, in degrees clockwise; how it gets there is its transition's. */
export interface Turning {
  from: number;
  to: number;
}

/** How far the disc is turned now: asked of its transition, which costs no look at the page's styles. */
function turnedBy(transition: Animation | undefined, { from, to }: Turning): number {
  const progress = transition?.effect?.getComputedTiming().progress ?? 1;
  return from + (to - from) * progress;
}

/**
 * Bends the pointer on each peg of a turning disc, frame by frame. The disc itself is turned by the compositor; this
 * only asks how far.
 * @param onTick a peg passed
 * @returns how to stop, which leaves the pointer straight and answers how far the disc was turned
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
