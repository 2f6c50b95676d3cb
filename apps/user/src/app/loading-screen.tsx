/** While the session is checked. */
export const LoadingScreen = () => (
  <div className="grid min-h-dvh place-items-center p-4">
    <div className="flex flex-col items-center gap-4">
      <img src="/icon.svg" alt="" width={56} height={56} className="animate-pulse" />
      <p role="status" className="text-muted">
        Loading your dashboard...
      </p>
    </div>
  </div>
);
