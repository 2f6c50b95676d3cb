import { beforeAll } from 'vitest';

// Screens are shown by tests at once, without the routes that fetch their words beside them.
beforeAll(async () => {
  if (!('document' in globalThis)) return;
  const { loadWords } = await import('../words/words.ts');
  await loadWords('front', 'guests', 'offers', 'inside', 'legal');
});
