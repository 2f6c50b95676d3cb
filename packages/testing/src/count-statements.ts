import type { Kernel } from '@inaam/core/kernel/kernel';

/** Wraps a kernel and counts its calls of `runIdempotent`. */
export function countStatements(kernel: Kernel): { kernel: Kernel; counted: { statements: number } } {
  const counted = { statements: 0 };
  const runIdempotent: Kernel['runIdempotent'] = (work) => {
    counted.statements++;
    return kernel.runIdempotent(work);
  };
  return { kernel: { ...kernel, runIdempotent }, counted };
}
