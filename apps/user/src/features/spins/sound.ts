/**
 * The wheel's sounds and vibration. Sound is off by default, and the user's choice is stored on the device. All sounds
 * are synthesised, without downloads.
 */
const KEY = 'sound';
/** The choice on this page, which lasts until a reload if storage is unavailable. */
let choice: boolean | undefined;

export function isSoundOn(): boolean {
  if (choice !== undefined) return choice;
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
}

let context: AudioContext | undefined;

/** Must be called from a press, because browsers start audio only then. */
export function setSound(on: boolean): void {
  choice = on;
  try {
    if (on) localStorage.setItem(KEY, 'on');
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable: `choice` keeps the choice until a reload.
  }
  if (on) resumeAudio();
}

/** Starts audio if sound is on. Must be called from the press that starts the spin. */
export function resumeAudio(): void {
  if (!isSoundOn() || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume().catch(() => undefined);
}

/** One note: pitch in Hz, start and length in seconds from now, loudness from 0 to 1. */
function note(pitch: number, at: number, length: number, loudness: number, type: OscillatorType): void {
  if (!isSoundOn() || context?.state !== 'running') return;
  const begin = context.currentTime + at;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = type;
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(loudness, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(begin);
  oscillator.stop(begin + length);
}

const vibrate = (pattern: number | number[]): void => {
  // iPhones cannot vibrate, and browsers do not vibrate before the first touch of a page.
  (navigator as Partial<Navigator>).vibrate?.(pattern);
};

/** The shortest gap that a motor and an ear can resolve. */
const TICK_GAP_MS = 45;
let lastTick = 0;

/** The tick of a peg that passes the pointer. */
export function playTick(): void {
  const now = performance.now();
  if (now - lastTick < TICK_GAP_MS) return;
  lastTick = now;
  note(1250, 0, 0.035, 0.12, 'triangle');
  vibrate(6);
}

/** The sound of a win: four rising notes. */
export function playFanfare(): void {
  for (const [index, pitch] of [523.25, 659.25, 783.99, 1046.5].entries())
    note(pitch, index * 0.12, 0.4, 0.16, 'triangle');
  vibrate([40, 60, 40, 60, 160]);
}
