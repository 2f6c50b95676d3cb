/** The angles at which a peg touches and releases the pointer, in degrees past the pointer's line. */
const TOUCH_DEGREES = -2;
const RELEASE_DEGREES = 4;
const MAX_BEND_DEGREES = 20;
/** Time constant of the pointer's spring: after this time about a third of the bend is left. */
const SPRING_MS = 45;

const normalizeDegrees = (degrees: number): number => ((degrees % 360) + 360) % 360;

/**
 * How far a peg bends the pointer.
 * @param point the point under the pointer, in degrees clockwise from the wheel's own top
 * @param pegs positions of the pegs, in the same degrees
 * @returns degrees; 0 if no peg touches the pointer
 */
export function getPointerBend(point: number, pegs: readonly number[]): number {
  let bend = 0;
  for (const peg of pegs) {
    const pastDegrees = normalizeDegrees(peg - point + 180) - 180;
    if (pastDegrees >= TOUCH_DEGREES && pastDegrees <= RELEASE_DEGREES)
      bend = Math.max(bend, ((pastDegrees - TOUCH_DEGREES) / (RELEASE_DEGREES - TOUCH_DEGREES)) * MAX_BEND_DEGREES);
  }
  return bend;
}

/** Counts the pegs that pass the pointer while the wheel turns clockwise between two points. */
export function countPegsPassed(from: number, to: number, pegs: readonly number[]): number {
  const turned = normalizeDegrees(from - to);
  return pegs.filter((peg) => normalizeDegrees(from - peg) < turned).length;
}

/** Start and end of a turn, in degrees clockwise. The CSS transition decides the motion in between. */
export interface Turning {
  from: number;
  to: number;
}

/** The disc's current rotation, read from its transition without a style recalculation. */
function getRotation(transition: Animation | undefined, { from, to }: Turning): number {
  const progress = transition?.effect?.getComputedTiming().progress ?? 1;
  return from + (to - from) * progress;
}

/**
 * Bends the pointer at each peg of a turning disc, frame by frame. The compositor turns the disc; this function only
 * reads the angle.
 * @param onTick called when a peg passes the pointer
 * @returns a function that stops the effect, straightens the pointer and returns the disc's rotation
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
  let rotation = getRotation(transition, turning);
  let lastFrameAt = performance.now();
  let bend = 0;
  const drawFrame = (now: number) => {
    const before = normalizeDegrees(-rotation);
    rotation = getRotation(transition, turning);
    const point = normalizeDegrees(-rotation);
    if (countPegsPassed(before, point, pegs) > 0) onTick();
    bend = Math.max(getPointerBend(point, pegs), bend * Math.exp((lastFrameAt - now) / SPRING_MS));
    // The wheel turns clockwise, so its pegs push the pointer's tip to the right.
    pointer.style.transform = `rotate(${(-bend).toFixed(2)}deg)`;
    lastFrameAt = now;
    frame = requestAnimationFrame(drawFrame);
  };
  frame = requestAnimationFrame(drawFrame);
  return () => {
    cancelAnimationFrame(frame);
    pointer.style.transform = '';
    return rotation;
  };
}
