import type { PointerEvent } from 'react';

/** Degrees a millisecond from which letting the wheel go is a flick: a sixth of a turn in a third of a second. */
const FLICK = 0.18;
/** Degrees below which a touch is a tap. */
const TAP = 4;
/** The middle of the wheel that says SPIN, as a share of the wheel's half width. */
const HUB = 0.24;

const directionOf = (event: { clientX: number; clientY: number }, box: DOMRect): number =>
  (Math.atan2(event.clientY - box.top - box.height / 2, event.clientX - box.left - box.width / 2) * 180) / Math.PI;

/** The shorter way from one direction to another, −180 to 180. */
const between = (from: number, to: number): number => ((to - from + 540) % 360) - 180;

/**
 * The wheel under a finger, or a mouse: it follows, spins when it is let go fast enough, and when its middle is tapped.
 * Keyboards and screen readers have the button beside it.
 * @param turnBy the finger turned the wheel by so many degrees
 */
export const dragToSpin =
  ({ turnBy, spin }: { turnBy: (degrees: number) => void; spin: () => void }) =>
  (down: PointerEvent<HTMLDivElement>): void => {
    if (down.button !== 0) return;
    const wheel = down.currentTarget;
    const box = wheel.getBoundingClientRect();
    const fromMiddle = Math.hypot(down.clientX - box.left - box.width / 2, down.clientY - box.top - box.height / 2);
    const isHub = fromMiddle < (HUB * box.width) / 2;
    let direction = directionOf(down, box);
    let travelled = 0;
    // The last stretch decides how fast it was let go.
    let speed = 0;
    let at = down.timeStamp;
    const ended = new AbortController();
    const { signal } = ended;
    const move = (event: globalThis.PointerEvent) => {
      const next = directionOf(event, box);
      const step = between(direction, next);
      const ms = Math.max(1, event.timeStamp - at);
      travelled += Math.abs(step);
      speed = 0.6 * (Math.abs(step) / ms) + 0.4 * speed;
      direction = next;
      at = event.timeStamp;
      if (!isHub) turnBy(step);
    };
    const up = (event: globalThis.PointerEvent) => {
      ended.abort();
      const rested = event.timeStamp - at > 120;
      if (isHub ? travelled < TAP || fromMiddle < 1 : !rested && travelled > TAP && speed > FLICK) spin();
    };
    try {
      wheel.setPointerCapture(down.pointerId);
    } catch {
      // The pointer is gone already: what follows still reaches the wheel while it is over it.
    }
    wheel.addEventListener('pointermove', move, { signal });
    wheel.addEventListener('pointerup', up, { signal });
    wheel.addEventListener('pointercancel', () => ended.abort(), { signal });
  };
