/** Types for the part of canvas-confetti that this app uses. The package has no types. */
declare module 'canvas-confetti' {
  interface Options {
    particleCount: number;
    spread: number;
    startVelocity: number;
    origin: { x?: number; y?: number };
    colors: string[];
    ticks: number;
  }
  interface Confetti {
    create: (
      canvas: HTMLCanvasElement,
      options: { resize: boolean; useWorker: boolean },
    ) => (options: Partial<Options>) => Promise<void> | null;
  }
  const confetti: Confetti;
  export default confetti;
}
