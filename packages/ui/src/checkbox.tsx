import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx.ts';

/** A native checkbox with a label; `indeterminate` is for a header with some rows selected. */
export function Checkbox({
  label,
  hideLabel = false,
  indeterminate = false,
  className,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'ref'> & { label: ReactNode; hideLabel?: boolean; indeterminate?: boolean }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className={cx('inline-flex min-h-control items-center gap-3', className)}>
      <input {...input} ref={box} type="checkbox" className="tick-box" />
      <span className={hideLabel ? 'sr-only' : 'text-control'}>{label}</span>
    </label>
  );
}
