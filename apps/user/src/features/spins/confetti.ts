const COLOURS = ['#f2a93b', '#b45a08', '#0f6b66', '#8d2f4f', '#3f4d92'];

/** Confetti over everything, once; never under reduced motion. Its code is fetched when the first win needs it. */
export async function celebrate(): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { create } = (await import('canvas-confetti')).default;
  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;pointer-events:none;z-index:60';
  canvas.setAttribute('aria-hidden', 'true');
  document.body.append(canvas);
  try {
    // No worker: it would be started from a blob, which a strict content security policy refuses.
    const fire = create(canvas, { resize: true, useWorker: false });
    await fire({ particleCount: 110, spread: 75, startVelocity: 38, origin: { y: 0.65 }, colors: COLOURS, ticks: 160 });
  } finally {
    canvas.remove();
  }
}
