import type { Kernel } from '@inaam/core/kernel/kernel';

/** Wraps the kernel and counts its moves. */
export function countingMoves(kernel: Kernel): { kernel: Kernel; counted: { moves: number } } {
  const counted = { moves: 0 };
  const move: Kernel['move'] = (work) => {
    counted.moves++;
    return kernel.move(work);
  };
  return { kernel: { ...kernel, move }, counted };
}
