import type { KeyboardEvent, PointerEvent } from 'react';
import { getDayAt } from './scale.ts';

/** The day that an arrow key moves to. */
function keyTarget(key: string, from: number, last: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, from - 1);
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, from + 1);
  if (key === 'PageDown') return Math.max(0, from - 7);
  if (key === 'PageUp') return Math.min(last, from + 7);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

/**
 * Selects a day of a plot by pointer and arrow keys. For screen readers the plot is a slider over its days.
 * @param readOut returns the text that describes a day to screen readers
 * @returns the selected day and the properties of the plot's element
 */
export function useDayReading(
  {
    label,
    count,
    active,
    onActive,
  }: {
    label: string;
    count: number;
    active: number | undefined;
    onActive: (index: number | undefined) => void;
  },
  readOut: (index: number) => string,
) {
  const last = count - 1;
  const selected = active === undefined ? undefined : Math.min(active, last);
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    if (box.width > 0) onActive(getDayAt((event.clientX - box.left) / box.width, count));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = keyTarget(event.key, selected ?? last + 1, last);
    if (target === undefined) return;
    event.preventDefault();
    onActive(target);
  };
  const slider = {
    role: 'slider',
    tabIndex: 0,
    'aria-label': `${label} per day`,
    'aria-orientation': 'horizontal',
    'aria-valuemin': 0,
    'aria-valuemax': last,
    'aria-valuenow': selected ?? last,
    'aria-valuetext': readOut(selected ?? last),
    onKeyDown,
    onPointerMove: onPointer,
    onPointerDown: onPointer,
    onPointerLeave: () => onActive(undefined),
    onBlur: () => onActive(undefined),
  } as const;
  return { selected, slider };
}
