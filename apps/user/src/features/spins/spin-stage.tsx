import { formatRupees } from '@inaam/contracts/common/format';
import { DEFAULT_LANGUAGE } from '@inaam/contracts/common/language';
import type { Odds } from '@inaam/contracts/offers/odds';
import { rewardAmount } from '@inaam/contracts/spins/reward-type';
import type { WheelLayout } from '@inaam/contracts/spins/wheel';
import { cx } from '@inaam/ui/cx';
import { getPegs, Wheel } from '@inaam/ui/wheel';
import { Volume2, VolumeX } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { language, spins as words } from '../../words/words.ts';
import { dragToSpin } from './drag-to-spin.ts';
import { prefersReducedMotion } from './parts/reduced-motion.ts';
import { Stage } from './parts/stage.tsx';
import { wheelWedges } from './parts/wheel-wedges.ts';
import { isSoundOn, playFanfare, playTick, setSound } from './sound.ts';
import { playTicksWhileTurning } from './ticks.ts';
import { isSpinnable, type SpinState } from './timeline.ts';

/** The times in ms at which the settling pointer ticks. They are the swings of the animation in theme.css. */
const SETTLING_TICKS = [150, 570, 970, 1330];

/** The text of the polite live region. It never reveals a result before the wheel shows it. */
export function getStatusText({ phase, outcome }: SpinState): string {
  if (phase === 'idle') return words.flick;
  if (phase === 'turning' || phase === 'landing') return words.turning;
  if (phase === 'settling') {
    if (outcome?.kind !== 'answered') return words.oneMoment;
    const amount = rewardAmount(outcome.result.rewardType);
    return amount === undefined ? words.landedOnRest : words.landedOn({ amount: formatRupees(amount) });
  }
  if (outcome?.kind !== 'answered') return words.failed;
  if (language() === DEFAULT_LANGUAGE) return outcome.result.message;
  const won = rewardAmount(outcome.result.rewardType);
  return won === undefined ? words.lost : words.won({ amount: formatRupees(won) });
}

const FAILURE_CLASS = 'font-semibold text-[#ffb4aa]';

function statusLook({ phase, outcome }: SpinState): string {
  if (phase !== 'result' && phase !== 'settling') return 'text-stage-muted';
  if (outcome?.kind === 'failed') return phase === 'result' ? FAILURE_CLASS : 'text-stage-muted';
  const won = outcome && rewardAmount(outcome.result.rewardType) !== undefined;
  return won ? 'font-semibold text-prize' : 'font-semibold text-stage-text';
}

export interface SpinStageProps {
  state: SpinState;
  /** The server's reason why the wheel cannot be spun yet. */
  refused: string | undefined;
  odds: Odds;
  wheel: WheelLayout;
  spin: () => void;
  turnBy: (degrees: number) => void;
}

/** The wheel on its background: it ticks while turning, and its state is announced in words. */
export function SpinStage({ state, refused, odds, wheel, spin, turnBy }: SpinStageProps) {
  const { phase, rotation, transition, outcome } = state;
  const wedges = useMemo(() => wheelWedges(odds, wheel), [odds, wheel]);
  const disc = useRef<SVGSVGElement>(null);
  const pointer = useRef<SVGSVGElement>(null);
  const isTurning = (phase === 'turning' || phase === 'landing') && transition !== undefined;

  // The disc's rotation when it last stopped, where the next movement begins.
  const turned = useRef(0);
  useEffect(() => {
    if (!isTurning) {
      turned.current = rotation;
      return;
    }
    if (!disc.current || !pointer.current) return;
    const turning = { from: turned.current, to: rotation };
    const stop = playTicksWhileTurning(disc.current, pointer.current, turning, getPegs(wedges), playTick);
    return () => {
      turned.current = stop();
    };
  }, [isTurning, rotation, wedges]);

  const canSpin = isSpinnable(state);
  const isStanding = phase === 'settling' || phase === 'result' || phase === 'card';
  useEffect(() => {
    if (phase !== 'settling') return;
    if (prefersReducedMotion()) {
      // Animated by script, because the style sheets stop every animation under reduced motion. A fade is not motion.
      disc.current?.animate([{ opacity: 0 }, { opacity: 1 }], 400);
      return;
    }
    const timers = SETTLING_TICKS.map((ms) => setTimeout(playTick, ms));
    return () => timers.forEach(clearTimeout);
  }, [phase]);

  const won = outcome?.kind === 'answered' && rewardAmount(outcome.result.rewardType) !== undefined;
  const celebrated = phase === 'result' && won;
  useEffect(() => {
    if (celebrated && !prefersReducedMotion()) playFanfare();
  }, [celebrated]);

  // The focused button disappeared while the wheel turned. The status takes the focus, so that another Enter presses no
  // button.
  const status = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (phase === 'result' && document.activeElement === document.body) status.current?.focus({ preventScroll: true });
  }, [phase]);

  const point = ((-rotation % 360) + 360) % 360;
  const lit =
    isStanding && outcome?.kind === 'answered'
      ? wedges.findIndex(({ from, to }) => from <= point && point < to)
      : undefined;
  return (
    <Stage className="px-4 pt-3 pb-3 text-center">
      <SoundSwitch />
      <Wheel
        className={cx(
          'mx-auto w-[min(100%,19rem,max(10rem,38dvh))] touch-none',
          canSpin && 'cursor-grab active:cursor-grabbing',
        )}
        wedges={wedges}
        rotation={rotation}
        transition={transition}
        lamps={phase === 'idle' ? 'rest' : isTurning ? 'run' : 'rest'}
        lit={lit}
        isSettling={phase === 'settling'}
        hub={canSpin ? words.hub : undefined}
        discRef={disc}
        pointerRef={pointer}
        onPointerDown={canSpin ? dragToSpin({ turnBy, spin }) : undefined}
      />
      <p
        ref={status}
        role="status"
        tabIndex={-1}
        className={cx(
          'mt-2 grid min-h-12 place-items-center text-balance outline-none',
          refused ? 'font-semibold text-stage-text' : statusLook(state),
        )}
      >
        {refused ?? getStatusText(state)}
      </p>
    </Stage>
  );
}

function SoundSwitch() {
  const [on, setOn] = useState(isSoundOn);
  const label = on ? words.soundOff : words.soundOn;
  const Icon = on ? Volume2 : VolumeX;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => {
        setSound(!on);
        setOn(!on);
      }}
      className="absolute top-1 right-1 z-10 grid size-control place-items-center rounded-full text-stage-muted hover:text-stage-text focus-visible:outline-stage-text"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
