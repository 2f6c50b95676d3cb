/** Reads the wheel from its drawing, independent of the component's props. */

export interface DrawnSlice {
  fill: string;
  /** Degrees clockwise from the top, from 0 to 360. */
  from: number;
  /** The width in degrees, clockwise from `from`. */
  width: number;
}

const PATH = /^M0 0L(\S+) (\S+)A(\S+) \S+ 0 ([01]) ([01]) (\S+) (\S+)Z$/;

const normalizeDegrees = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** The direction of a point from the centre, in degrees clockwise from the top; y grows downwards in SVG. */
const getDirection = (x: number, y: number): number => normalizeDegrees((Math.atan2(x, -y) * 180) / Math.PI);

function readSlice(path: Element): DrawnSlice {
  const [, ...numbers] = PATH.exec(path.getAttribute('d') ?? '') ?? [];
  const [startX, startY, radius, isLarge, isClockwise, endX, endY] = numbers.map(Number);
  if (startX === undefined || startY === undefined || endX === undefined || endY === undefined)
    throw new Error(`not the path of a slice: ${path.getAttribute('d')}`);
  const [start, end] = [getDirection(startX, startY), getDirection(endX, endY)];
  const [from, width] = isClockwise ? [start, normalizeDegrees(end - start)] : [end, normalizeDegrees(start - end)];
  // The arc is on the wheel's rim only if its radius is the distance of its points from the centre.
  if (radius === undefined || Math.abs(Math.hypot(startX, startY) - radius) > 0.01) throw new Error('off the rim');
  if (isLarge !== Number(width > 180)) throw new Error(`the arc of ${width} degrees bulges the other way`);
  return { fill: path.getAttribute('fill') ?? '', from, width };
}

/** The slices in drawing order. A slice that fills the whole circle has no path and is not included. */
export const readDrawnSlices = (wheel: Element): DrawnSlice[] =>
  [...wheel.querySelectorAll('path[data-wedge]')].map(readSlice);

export interface DrawnLabel {
  label: string;
  /** The direction of the text's anchor, in degrees clockwise from the top. */
  angle: number;
  /** Distance from the centre. */
  radius: number;
}

/** Positions of the labels on the disc. Applies the transforms of all groups around a label. */
export const readDrawnLabels = (wheel: Element): DrawnLabel[] =>
  [...wheel.querySelectorAll('[data-testid="wheel-disc"] text')].map((text) => {
    let [x, y] = [Number(text.getAttribute('x') ?? 0), Number(text.getAttribute('y') ?? 0)];
    for (let each: Element | null = text; each && each.tagName !== 'svg'; each = each.parentElement) {
      const steps = [...(each.getAttribute('transform') ?? '').matchAll(/(\w+)\(([^)]*)\)/g)];
      for (const [, kind, numbers = ''] of steps.toReversed()) {
        const [a = 0, b = 0] = numbers.split(/[\s,]+/).map(Number);
        const [cos, sin] = [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180)];
        if (kind === 'translate') [x, y] = [x + a, y + b];
        else if (kind === 'rotate') [x, y] = [x * cos - y * sin, x * sin + y * cos];
        else throw new Error(`${kind} is not read`);
      }
    }
    return { label: text.textContent ?? '', angle: getDirection(x, y), radius: Math.hypot(x, y) };
  });

/** The disc's rotation in degrees clockwise. */
export function readDrawnRotation(wheel: Element): number {
  const disc = wheel.querySelector<SVGElement>('[data-testid="wheel-disc"]');
  const [, degrees] = /^rotate\((-?[\d.]+)deg\)$/.exec(disc?.style.transform ?? '') ?? [];
  if (degrees === undefined) throw new Error(`the disc has no rotation: "${disc?.style.transform}"`);
  return Number(degrees);
}

/** The direction of the pointer's tip, which is its point nearest to the centre, in degrees clockwise from the top. */
export function pointerDirection(wheel: Element): number {
  const pointer = wheel.querySelector('[data-testid="wheel-pointer"] path')?.getAttribute('d') ?? '';
  const corners = [...pointer.matchAll(/(-?\d+) (-?\d+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
  const tip = corners.toSorted((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))[0];
  if (!tip) throw new Error('there is no pointer');
  return getDirection(tip.x, tip.y);
}

export function sliceUnderPointer(wheel: Element): DrawnSlice | undefined {
  const point = normalizeDegrees(pointerDirection(wheel) - readDrawnRotation(wheel));
  return readDrawnSlices(wheel).find(({ from, width }) => normalizeDegrees(point - from) < width);
}
