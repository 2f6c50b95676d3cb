import type { PointerEvent } from 'react';

/** Degrees per millisecond at which a release counts as a flick: a sixth of a turn in a third of a second. */
const FLICK = 0.18;
/** Degrees below which a touch is a tap. */
const TAP = 4;
/** The radius of the SPIN area in the middle, as a share of the wheel's radius. */
const HUB = 0.24;

const getDirection = (event: { clientX: number; clientY: number }, box: DOMRect): number =>
  (Math.atan2(event.clientY - box.top - box.height / 2, event.clientX - box.left - box.width / 2) * 180) / Math.PI;

/** The shorter way between two directions, in degrees from −180 to 180. */
const getAngleBetween = (from: number, to: number): number => ((to - from + 540) % 360) - 180;

/**
 * Drags the wheel with a finger or mouse. It spins after a flick or a tap in the middle. Keyboards and screen readers
 * use the button.
 * @param turnBy receives the degrees that the finger turned
 */
export const dragToSpin =
  ({ turnBy, spin }: { turnBy: (degrees: number) => void; spin: () => void }) =>
  (down: PointerEvent<HTMLDivElement>): void => {
    if (down.button !== 0) return;
    const wheel = down.currentTarget;
    const box = wheel.getBoundingClientRect();
    const fromMiddle = Math.hypot(down.clientX - box.left - box.width / 2, down.clientY - box.top - box.height / 2);
    const isHub = fromMiddle < (HUB * box.width) / 2;
    let direction = getDirection(down, box);
    let travelled = 0;
    // A moving average in degrees per ms, in which the last movement weighs most. It decides whether the release is a
    // flick.
    let speed = 0;
    let at = down.timeStamp;
    const gesture = new AbortController();
    const { signal } = gesture;
    const move = (event: globalThis.PointerEvent) => {
      const next = getDirection(event, box);
      const step = getAngleBetween(direction, next);
      const ms = Math.max(1, event.timeStamp - at);
      travelled += Math.abs(step);
      speed = 0.6 * (Math.abs(step) / ms) + 0.4 * speed;
      direction = next;
      at = event.timeStamp;
      if (!isHub) turnBy(step);
    };
    const up = (event: globalThis.PointerEvent) => {
      gesture.abort();
      const rested = event.timeStamp - at > 120;
      if (isHub ? travelled < TAP || fromMiddle < 1 : !rested && travelled > TAP && speed > FLICK) spin();
    };
    try {
      wheel.setPointerCapture(down.pointerId);
    } catch {
      // The pointer has already left. Without capture, events reach the wheel only while the pointer is over it.
    }
    wheel.addEventListener('pointermove', move, { signal });
    wheel.addEventListener('pointerup', up, { signal });
    wheel.addEventListener('pointercancel', () => gesture.abort(), { signal });
  };
