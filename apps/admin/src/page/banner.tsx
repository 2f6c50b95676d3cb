import { type BannerProps, Banner as PlainBanner } from '@inaam/ui/banner';
import { useState } from 'react';

/**
 * A banner that can always be dismissed, as the specification asks of every banner: by `onDismiss`, or else until it
 * is rendered anew.
 */
export function Banner({ onDismiss, ...rest }: BannerProps) {
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;
  return <PlainBanner {...rest} onDismiss={onDismiss ?? (() => setDismissed(true))} />;
}
