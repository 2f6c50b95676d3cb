import { beforeAll } from 'vitest';

// Tests render screens without the routes that load their words.
beforeAll(async () => {
  if (!('document' in globalThis)) return;
  const { loadWords } = await import('../words/words.ts');
  await loadWords('front', 'guests', 'offers', 'inside', 'legal');
});
