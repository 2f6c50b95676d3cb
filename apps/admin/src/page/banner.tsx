import { type BannerProps, Banner as PlainBanner } from '@inaam/ui/banner';
import { useState } from 'react';

/**
 * A banner that can always be dismissed, as the specification requires. Without `onDismiss` the banner hides itself
 * until it is mounted again.
 */
export function Banner({ onDismiss, ...rest }: BannerProps) {
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;
  return <PlainBanner {...rest} onDismiss={onDismiss ?? (() => setDismissed(true))} />;
}
