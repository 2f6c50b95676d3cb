/**
 * A query or a form as it came, the value of one of its parameters hidden. Names are compared decoded, because a
 * sender may escape what need not be escaped.
 */
export function maskParam(text: string, name: string): string {
  return text
    .split('&')
    .map((pair) => {
      const [written = '', ...value] = pair.split('=');
      return value.length > 0 && nameOf(written) === name ? `${written}=••••` : pair;
    })
    .join('&');
}

const nameOf = (written: string): string => new URLSearchParams(`${written}=`).keys().next().value ?? '';
