/** `Sessions ended` for `sessions_ended`, `Amount` for `amount_paise`, `Offer URL` for `offerUrl`. */
export function toLabel(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/^is_|_(paise|seconds)$/g, '')
    .replaceAll('_', ' ')
    .replace(/\b(url|id)\b/, (word) => word.toUpperCase())
    .replace(/^ip$/, 'IP address');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
