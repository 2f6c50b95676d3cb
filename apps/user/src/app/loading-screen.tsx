import { app as words } from '../words/words.ts';

/** Shown while the session is checked. */
export const LoadingScreen = () => (
  <main className="grid min-h-dvh place-items-center p-4">
    <div className="flex flex-col items-center gap-4">
      <img src="/icon.svg" alt="" width={56} height={56} className="animate-pulse" />
      <div role="status">
        <h1 className="text-base font-normal text-muted">{words.loading}</h1>
      </div>
    </div>
  </main>
);
