/** Shown while the stored session is validated. */
export const LoadingScreen = () => (
  <main className="grid min-h-dvh place-content-center justify-items-center gap-2 p-4 text-center" role="status">
    <span aria-hidden className="mb-2 size-8 animate-spin rounded-full border-2 border-accent border-r-transparent" />
    <p className="text-lg font-semibold">Loading admin panel...</p>
    <p className="text-muted">Verifying your credentials</p>
  </main>
);
