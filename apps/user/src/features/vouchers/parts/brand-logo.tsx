/**
 * Colours of brands, from the themes of their sites or apps (amazon.in, flipkart.com, myntra.com, swiggy.com,
 * zomato.com, paytm.com; seen in November 2026). The brands' artwork is not used.
 */
const COLOURS: Record<string, string> = {
  amazon: '#ff9900',
  flipkart: '#2874f0',
  myntra: '#ff3f6c',
  swiggy: '#ff5200',
  zomato: '#e23744',
  paytm: '#00baf2',
};

/** Colours for other brands. The brand's name selects the colour. */
const OTHERS = ['#0f766e', '#6d28d9', '#b45309', '#be185d', '#1d4ed8', '#4d7c0f'];

/** Initials: `BookMyShow` is BM, `Big Bazaar` is BB, `Zomato` is Z. */
export function getInitials(brand: string): string {
  const words = brand.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
  const [first = '?'] = words;
  const starts =
    words.length > 1
      ? words.map((word) => word[0] ?? '')
      : [first[0] ?? '', ...(first.slice(1).match(/\p{Lu}/gu) ?? [])];
  return starts.slice(0, 2).join('').toUpperCase();
}

export function brandColour(type: string, brand: string): string {
  let sum = 0;
  for (const letter of brand) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return COLOURS[type] ?? OTHERS[sum % OTHERS.length] ?? '#1d4ed8';
}

/** Near-black or white, whichever has more contrast (WCAG 2.2, relative luminance). */
export function getTextColour(colour: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  // On luminance l, white has the contrast 1.05 / (l + 0.05), and black (l + 0.05) / 0.05. They are equal at l = 0.179.
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#14102b' : '#ffffff';
}

/** A brand as a tile: its uploaded logo, or else its initials on the brand's colour. */
export function BrandLogo({
  type,
  brand,
  logoUrl,
  className,
}: {
  type: string;
  brand: string;
  logoUrl?: string | null;
  className?: string;
}) {
  if (logoUrl) {
    return (
      <img
        src={logoUrl}
        alt=""
        width={48}
        height={48}
        className={`size-12 shrink-0 rounded-control bg-white object-contain ${className ?? ''}`}
      />
    );
  }
  const colour = brandColour(type, brand);
  return (
    <span
      aria-hidden
      className={`grid size-12 shrink-0 place-items-center rounded-control text-lg font-semibold ${className ?? ''}`}
      style={{ background: colour, color: getTextColour(colour) }}
    >
      {getInitials(brand)}
    </span>
  );
}
