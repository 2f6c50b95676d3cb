// Screens are shown by tests at once, without the routes that fetch their words beside them.
if ('document' in globalThis) {
  const { loadWords } = await import('../words/words.ts');
  await loadWords('front', 'guests', 'offers', 'inside', 'legal');
}

export {};
