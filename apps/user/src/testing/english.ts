import { loadWords } from '../words/words.ts';

// Screens are shown by tests at once, without the routes that fetch their words beside them.
await loadWords('front', 'guests', 'offers', 'inside', 'legal');
