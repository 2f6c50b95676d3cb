export { contentOf } from './content.ts';
export { htmlOf } from './render.ts';
export { speechOf } from './speech.ts';
