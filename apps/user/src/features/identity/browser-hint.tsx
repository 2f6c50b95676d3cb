import { type ComponentProps, lazy, Suspense } from 'react';
import { loadWords } from '../../words/words.ts';

/**
 * Whether the page is open inside another app, judged by the names that in-app browsers add to the user agent. Google
 * refuses sign-ins there: https://support.google.com/accounts/answer/12917337. `; wv` is Android's WebView.
 */
export const isInOtherApp = (userAgent = navigator.userAgent): boolean =>
  /; wv\)|\b(FBA[NV]|Instagram|Line|MicroMessenger|Snapchat|Twitter|LinkedInApp|BytedanceWebview|musical_ly)\b/.test(
    userAgent,
  );

/** Whether the browser refuses the session's cookie. */
export const areCookiesBlocked = (): boolean => !navigator.cookieEnabled;

const Text = lazy(async () => ({
  default: (await Promise.all([import('./browser-hint-text.tsx'), loadWords('guests')]))[0].BrowserHintText,
}));

/** Says what this browser cannot do. Few people need the hint, so its text is not part of the first load. */
export const BrowserHint = (props: ComponentProps<typeof Text>) => (
  <Suspense fallback={null}>
    <Text {...props} />
  </Suspense>
);
