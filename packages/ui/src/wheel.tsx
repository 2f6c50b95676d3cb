import type { CSSProperties } from 'react';
import { cx } from './cx.ts';

export interface WheelSlice {
  label: string;
  /** Degrees clockwise from the wheel's own top. */
  start: number;
  end: number;
  /** The slice that wins nothing: a quiet colour of its own. The others cycle over five. */
  rest?: boolean;
}

export interface WheelProps {
  slices: readonly WheelSlice[];
  /** How far the wheel is turned, in degrees clockwise. */
  rotation?: number;
  /** How it gets there, as CSS writes it: `2.5s cubic-bezier(…)`; at once when absent. */
  transition?: string | undefined;
  className?: string;
}

const R = 100;
const LABEL_R = 74;
/** From this width on a label stands upright under the pointer; a narrower slice has it along its middle. */
const UPRIGHT_FROM = 24;
/** A narrower slice has no room for its label; the list of prizes beside the wheel names it. */
const LABEL_FROM = 11;
const COLOURS = 5;

const at = (angle: number, radius: number): string => {
  const radians = ((angle - 90) * Math.PI) / 180;
  return `${(radius * Math.cos(radians)).toFixed(3)} ${(radius * Math.sin(radians)).toFixed(3)}`;
};

function SliceShape({ slice, colour }: { slice: WheelSlice; colour: number }) {
  const width = slice.end - slice.start;
  const middle = (slice.start + slice.end) / 2;
  const upright = width >= (slice.rest ? 3 * UPRIGHT_FROM : UPRIGHT_FROM);
  const fill = slice.rest ? 'var(--wheel-rest)' : `var(--wheel-${(colour % COLOURS) + 1})`;
  return (
    <g>
      {width >= 360 ? (
        <circle r={R} fill={fill} />
      ) : (
        <path
          d={`M0 0L${at(slice.start, R)}A${R} ${R} 0 ${width > 180 ? 1 : 0} 1 ${at(slice.end, R)}Z`}
          fill={fill}
          stroke="var(--raised)"
          // A hairline between slices must not swallow the thinnest one, which is 0.36 degrees wide.
          strokeWidth={width < 3 ? 0 : 0.8}
        />
      )}
      {width >= LABEL_FROM && (
        <text
          transform={`rotate(${middle}) translate(0 ${upright ? -LABEL_R : 8 - R})${upright ? '' : ' rotate(-90)'}`}
          textAnchor={upright ? 'middle' : 'end'}
          dominantBaseline="central"
          fontSize={slice.rest ? 11 : 13}
          fontWeight={600}
          fill={slice.rest ? 'var(--wheel-rest-text)' : 'var(--wheel-text)'}
        >
          {slice.label}
        </text>
      )}
    </g>
  );
}

/**
 * The wheel: slices as wide as they are given, the pointer at the top. Hidden from screen readers, since whoever shows
 * it lists the prizes in text. The point at angle a is under the pointer when the rotation is −a, modulo 360.
 */
export function Wheel({ slices, rotation = 0, transition, className }: WheelProps) {
  const style: CSSProperties = {
    transform: `rotate(${rotation}deg)`,
    transition: transition ? `transform ${transition}` : 'none',
    willChange: 'transform',
  };
  return (
    <div aria-hidden className={cx('relative aspect-square', className)}>
      <svg viewBox="-108 -108 216 216" className="size-full overflow-visible">
        <circle r="106" fill="var(--raised)" stroke="var(--line)" strokeWidth="1" />
        <g style={style} data-testid="wheel-disc">
          {slices.map((slice, index) =>
            slice.end > slice.start ? (
              <SliceShape key={`${slice.start}:${slice.end}`} slice={slice} colour={index} />
            ) : null,
          )}
        </g>
        <circle r="17" fill="var(--raised)" stroke="var(--line)" strokeWidth="1" />
        <circle r="5" fill="var(--accent)" />
        <path
          d="M-9 -108 L9 -108 L0 -86 Z"
          fill="var(--text)"
          stroke="var(--raised)"
          strokeWidth="2"
          strokeLinejoin="round"
        />
      </svg>
    </div>
  );
}
