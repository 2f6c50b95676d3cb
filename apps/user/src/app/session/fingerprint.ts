/**
 * The device fingerprint of the specification (sections 3 and 9): a short base36 hash over the listed components.
 * Components that change when a phone is turned or moved are normalised. A fingerprint can be forged, and two devices
 * can have the same fingerprint, so the server uses it as a hint, never as an identity.
 */

/** How much of the canvas image counts, after the 22 characters of `data:image/png;base64,`. */
const CANVAS_FROM = 22;
const CANVAS_LENGTH = 100;
const GRAPHICS_LENGTH = 100;

interface Hints {
  deviceMemory?: number;
  connection?: { type?: string };
}

function canvasDrawing(): string {
  const canvas = document.createElement('canvas');
  canvas.width = 240;
  canvas.height = 60;
  const pen = canvas.getContext('2d');
  if (!pen) return '';
  pen.textBaseline = 'top';
  pen.font = '16px Arial';
  pen.fillStyle = '#f60';
  pen.fillRect(100, 4, 80, 24);
  pen.fillStyle = '#069';
  pen.fillText('Device fingerprint ₹', 4, 8);
  pen.fillStyle = 'rgba(102, 204, 0, 0.7)';
  pen.fillText('Device fingerprint ₹', 6, 24);
  return canvas.toDataURL().slice(CANVAS_FROM, CANVAS_FROM + CANVAS_LENGTH);
}

function graphicsRenderer(): string {
  const gl = document.createElement('canvas').getContext('webgl');
  if (!gl) return '';
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const renderer = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return renderer.slice(0, GRAPHICS_LENGTH);
}

/** Reads a component. Returns an empty text if the browser hides the component or throws. */
function read(component: () => string | number | boolean | null | undefined): string {
  try {
    return String(component() ?? '');
  } catch {
    return '';
  }
}

/** Puts the shorter side first, so that turning the phone does not change the fingerprint. */
const formatSides = (...lengths: [number, number]): string => lengths.toSorted((a, b) => a - b).join('x');

export function fingerprintComponents(): string[] {
  const hints = navigator as Navigator & Hints;
  return [
    canvasDrawing,
    () => navigator.userAgent,
    () => navigator.language,
    () => navigator.languages?.join(','),
    () => navigator.platform,
    () => navigator.cookieEnabled,
    () => navigator.doNotTrack,
    () => formatSides(screen.width, screen.height),
    () => formatSides(screen.availWidth, screen.availHeight),
    () => screen.colorDepth,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => new Date().getTimezoneOffset(),
    graphicsRenderer,
    () => navigator.hardwareConcurrency,
    () => hints.deviceMemory,
    // `effectiveType` is not used, because it changes with the signal.
    () => hints.connection?.type,
    () => `${navigator.maxTouchPoints},${'ontouchstart' in window}`,
    () => Array.from(navigator.plugins ?? [], (plugin) => plugin.name).join(','),
  ].map(read);
}

/**
 * A 53-bit hash (cyrb53) in base36, at most 11 characters. With 32 bits, the devices of unrelated people would soon
 * have the fingerprint of a blocked device.
 */
export function shortHash(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

/** The device's fingerprint for sign-in and registration. */
export const deviceFingerprint = (): string => shortHash(fingerprintComponents().join('|'));
