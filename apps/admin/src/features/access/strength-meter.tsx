import { cx } from '@inaam/ui/cx';
import { getPasswordStrength, type Strength } from './create-admin.ts';

const steps: Record<Strength, { filled: number; bar: string; word: string }> = {
  Weak: { filled: 1, bar: 'bg-bad', word: 'text-bad' },
  Fair: { filled: 2, bar: 'bg-warn', word: 'text-warn' },
  Good: { filled: 3, bar: 'bg-good', word: 'text-good' },
  Strong: { filled: 4, bar: 'bg-good', word: 'text-good' },
};

/** Four bars and a word. An empty meter has the same height, so that the form does not move while typing. */
export function StrengthMeter({ password }: { password: string }) {
  const strength = getPasswordStrength(password);
  const step = strength && steps[strength];
  return (
    <div className="mt-2 flex h-5 items-center gap-3 text-xs">
      <div aria-hidden className="grid grow grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((bar) => (
          <span
            key={bar}
            className={cx(
              'h-1 rounded-full transition-colors duration-150',
              step && bar <= step.filled ? step.bar : 'bg-line',
            )}
          />
        ))}
      </div>
      <p role="status" className={cx('w-32 text-right', step?.word)}>
        {strength && (
          <>
            <span className="text-muted">Strength:</span> {strength}
          </>
        )}
      </p>
    </div>
  );
}
