import { type CSSProperties, memo, type PointerEventHandler, type Ref } from 'react';
import { cx } from './cx.ts';

export interface WheelWedge {
  label: string;
  /** Degrees clockwise from the wheel's own top. */
  from: number;
  to: number;
  /** One of the five hues, or `rest` for 'Try Again', which alternates between two quiet tones. */
  colour: number | 'rest';
}

export interface WheelProps {
  wedges: readonly WheelWedge[];
  /** The rotation in degrees clockwise. */
  rotation?: number;
  /** The CSS transition of the rotation: `2.5s cubic-bezier(…)`; immediate if absent. */
  transition?: string | undefined;
  /** The lamps fade in and out at rest and run while turning; a preview has none. */
  lamps?: 'rest' | 'run' | 'none';
  /** The index of the resulting wedge. This wedge is outlined, and after a win the others dim. */
  lit?: number | undefined;
  /** True while the pointer settles tick by tick. */
  isSettling?: boolean;
  /** The word in the middle while the wheel can be spun. */
  hub?: string | undefined;
  discRef?: Ref<SVGSVGElement>;
  pointerRef?: Ref<SVGSVGElement>;
  onPointerDown?: PointerEventHandler<HTMLDivElement> | undefined;
  className?: string;
}

/** All radii in drawing units: the disc has 100, the rim ends at {@link RIM}, the drawing at {@link EDGE}. */
const R = 100;
const RIM = 117;
const EDGE = 124;
const LAMPS_AT = 109;
const LAMPS = 24;
const HUB = 25;
const BOX = `${-EDGE} ${-EDGE} ${2 * EDGE} ${2 * EDGE}`;
/**
 * In a wedge of at least this many degrees, a label that fits is upright under the pointer. Other labels run along the
 * radius.
 */
const UPRIGHT_FROM = 26;
/** The radius of the lower edge of an upright label. */
const UPRIGHT_AT = 69;
/** The width of a digit in the usual fonts, relative to their size. */
const DIGIT_WIDTH = 0.55;
/** The label of a wedge with fewer degrees is on the rim. */
const INSIDE_FROM = 7.5;
/** A 'Try Again' wedge with fewer degrees has no label. */
const REST_LABEL_FROM = 13;
/** Pegs that are fewer degrees apart are merged. */
const PEG_GAP = 2.5;
const COLOURS = 5;

const at = (angle: number, radius: number): string => {
  const radians = ((angle - 90) * Math.PI) / 180;
  return `${(radius * Math.cos(radians)).toFixed(3)} ${(radius * Math.sin(radians)).toFixed(3)}`;
};

const sector = (from: number, to: number, radius: number): string =>
  `M0 0L${at(from, radius)}A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${at(to, radius)}Z`;

/** Positions of the pegs: the wedges' bounds, in degrees clockwise from the wheel's own top. */
export function getPegs(wedges: readonly WheelWedge[]): number[] {
  const pegs: number[] = [];
  for (const { from } of wedges) {
    const last = pegs.at(-1);
    if (last === undefined || from - last >= PEG_GAP) pegs.push(from);
  }
  return pegs;
}

/** Alternates the two quiet tones of wedges without a prize. */
function assignTones(wedges: readonly WheelWedge[]): number[] {
  let rests = 0;
  return wedges.map(({ colour }) => (colour === 'rest' ? rests++ % 2 : 0));
}

/** The inset of a circle of a radius within the drawing's box. */
const inset = (radius: number): CSSProperties => ({ inset: `${(50 * (1 - radius / EDGE)).toFixed(2)}%` });

/**
 * The wheel: wedges of the given widths, a rim with lamps, the pointer at the top. It is hidden from screen readers, so
 * callers list the prizes in text. The point at angle a is under the pointer when the rotation is −a, modulo 360. The
 * disc is a layer of its own, so that turning it needs no repaint.
 */
export function Wheel({
  wedges,
  rotation = 0,
  transition,
  lamps = 'none',
  lit,
  isSettling = false,
  hub,
  discRef,
  pointerRef,
  onPointerDown,
  className,
}: WheelProps) {
  const style: CSSProperties = {
    transform: `rotate(${rotation}deg)`,
    transition: transition ? `transform ${transition}` : 'none',
    willChange: 'transform',
  };
  return (
    <div aria-hidden onPointerDown={onPointerDown} className={cx('relative aspect-square select-none', className)}>
      <div
        className={cx(
          'absolute rounded-full bg-linear-to-b from-[#5a53c4] to-[#120e3a]',
          // A wheel without lamps is small, and so is its shadow.
          lamps === 'none'
            ? 'shadow-[0_0_0_1.5px_#fdb92c,0_2px_6px_rgb(0_0_0/25%)]'
            : 'shadow-[0_0_0_1.5px_#fdb92c,0_14px_34px_rgb(0_0_0/45%)]',
        )}
        style={inset(RIM)}
      />
      {lamps !== 'none' && <Lamps running={lamps === 'run'} />}
      <svg
        ref={discRef}
        viewBox={BOX}
        className="absolute inset-0 size-full"
        style={style}
        data-testid="wheel-disc"
        data-lit={lit !== undefined || undefined}
      >
        <DiscPicture wedges={wedges} lit={lit} />
      </svg>
      {/* Light from above; it does not turn with the disc. */}
      <div
        className="pointer-events-none absolute rounded-full bg-[radial-gradient(circle_at_50%_8%,rgb(255_255_255/30%),transparent_46%),radial-gradient(circle,transparent_62%,rgb(8_6_32/26%))]"
        style={inset(R)}
      />
      <div
        className="@container absolute grid place-items-center rounded-full bg-linear-to-b from-[#ffdf8f] to-[#f09d00] font-semibold tracking-[0.04em] text-prize-text shadow-[0_0_0_3px_#17134a,0_0_0_4.5px_#fdb92c,0_4px_12px_rgb(0_0_0/45%)]"
        style={inset(HUB)}
      >
        <span className="text-[min(1rem,27cqi)]">{hub}</span>
      </div>
      <svg
        ref={pointerRef}
        viewBox={BOX}
        className={cx(
          'pointer-events-none absolute inset-0 size-full overflow-visible',
          isSettling && 'animate-settle',
        )}
        style={{ willChange: 'transform', transformOrigin: `50% ${(50 * (1 - (RIM - 3) / EDGE)).toFixed(2)}%` }}
        data-testid="wheel-pointer"
      >
        <path d="M-9 -121 L9 -121 L0 -88 Z" fill="#ffffff" stroke="#17134a" strokeWidth="2.4" strokeLinejoin="round" />
        <circle cy={-(RIM - 3)} r="3.4" fill="#17134a" />
      </svg>
    </div>
  );
}

/** The drawing on the disc, unchanged while it turns. */
const DiscPicture = memo(function DiscPicture({
  wedges,
  lit,
}: {
  wedges: readonly WheelWedge[];
  lit: number | undefined;
}) {
  const tones = assignTones(wedges);
  // After a loss nothing dims: dimmed prizes would all look brown.
  const hasWon = lit !== undefined && wedges[lit]?.colour !== 'rest';
  return (
    <>
      <circle r={R} fill="var(--stage)" />
      {wedges.map((wedge, index) => (
        <WedgeShape
          key={`${wedge.from}:${wedge.to}`}
          wedge={wedge}
          tone={tones[index] ?? 0}
          look={lit === index ? 'lit' : hasWon ? 'dim' : undefined}
        />
      ))}
      <circle r={R} fill="none" stroke="#fdb92c" strokeWidth="1.5" />
      {getPegs(wedges).map((peg) => (
        <circle
          key={peg}
          r="1.9"
          transform={`rotate(${peg}) translate(0 ${3.2 - R})`}
          fill="#ffe7ad"
          stroke="#7c5200"
          strokeWidth="0.6"
        />
      ))}
      {wedges.map((wedge) =>
        wedge.colour !== 'rest' && wedge.to - wedge.from < INSIDE_FROM ? (
          <OutsideLabel key={wedge.from} wedge={wedge} />
        ) : null,
      )}
    </>
  );
});

const LOOKS = { lit: '', dim: 'opacity-40' };

function WedgeShape({ wedge, tone, look }: { wedge: WheelWedge; tone: number; look: 'lit' | 'dim' | undefined }) {
  const { from, to, label, colour } = wedge;
  const width = to - from;
  const isRest = colour === 'rest';
  const fill = isRest
    ? tone === 0
      ? 'var(--wheel-rest)'
      : 'var(--wheel-rest-2)'
    : `var(--wheel-${(colour % COLOURS) + 1})`;
  const isLabelled = width >= (isRest ? REST_LABEL_FROM : INSIDE_FROM);
  const fontSize = isRest ? 9.5 : Math.min(14, Math.max(9, 1.15 * width), 72 / Math.max(1, label.length));
  const room = width < 180 ? 2 * UPRIGHT_AT * Math.sin((width * Math.PI) / 360) : 2 * UPRIGHT_AT;
  const upright = !isRest && width >= UPRIGHT_FROM && DIGIT_WIDTH * fontSize * label.length <= room;
  return (
    <g className={cx('transition-opacity duration-300', look && LOOKS[look])}>
      {width >= 360 ? (
        <circle r={R} fill={fill} />
      ) : (
        <path
          data-wedge
          d={sector(from, to, R)}
          fill={fill}
          stroke="var(--stage)"
          // A hairline must not cover the thinnest wedge, which is 0.36 degrees wide.
          strokeWidth={width < 3 ? 0 : 0.8}
        />
      )}
      {look === 'lit' && width < 360 && (
        <path
          d={sector(from, to, R - 1.5)}
          fill="rgb(255 255 255 / 18%)"
          stroke="#fff6dc"
          strokeWidth="2.4"
          strokeLinejoin="round"
        />
      )}
      {isLabelled && (
        <text
          transform={`rotate(${(from + to) / 2}) translate(0 ${upright ? -74 : 10 - R})${upright ? '' : ' rotate(-90)'}`}
          textAnchor={upright ? 'middle' : 'end'}
          dominantBaseline="central"
          fontSize={fontSize}
          fontWeight={600}
          fill={isRest ? 'var(--wheel-rest-text)' : 'var(--wheel-text)'}
        >
          {label}
        </text>
      )}
    </g>
  );
}

/** The label of a narrow wedge: on the rim, with a line to the wedge. */
function OutsideLabel({ wedge: { from, to, label, colour } }: { wedge: WheelWedge }) {
  const half = 4 + 2.7 * label.length;
  return (
    <g transform={`rotate(${(from + to) / 2})`}>
      <path d={`M0 ${-R - 3}V${6 - R}`} stroke="#ffffff" strokeWidth="0.9" />
      <rect
        x={-half}
        y={-RIM}
        width={2 * half}
        height="13"
        rx="6.5"
        fill={colour === 'rest' ? 'var(--wheel-rest)' : `var(--wheel-${(colour % COLOURS) + 1})`}
        stroke="var(--stage)"
        strokeWidth="1"
      />
      <text
        y={6.8 - RIM}
        textAnchor="middle"
        dominantBaseline="central"
        fontSize="8.5"
        fontWeight={600}
        fill="var(--wheel-text)"
      >
        {label}
      </text>
    </g>
  );
}

/** Three groups of lamps. Each group is a layer of its own, so that lighting it needs no repaint. */
const Lamps = ({ running }: { running: boolean }) =>
  [0, 1, 2].map((round) => (
    <svg
      key={round}
      viewBox={BOX}
      className={cx('absolute inset-0 size-full', running ? 'animate-run' : 'animate-breathe')}
      style={{ animationDelay: `${running ? round * -0.4 : round * -1.2}s` }}
    >
      {Array.from({ length: LAMPS / 3 }, (_, lamp) => (
        <circle
          // The index is a stable key, because the order never changes.
          key={lamp}
          r="2.6"
          transform={`rotate(${((lamp * 3 + round + 0.5) * 360) / LAMPS}) translate(0 ${-LAMPS_AT})`}
          fill="#ffe7ad"
          stroke="rgb(255 214 122 / 45%)"
          strokeWidth="2"
        />
      ))}
    </svg>
  ));
