export { getFeed } from './settings.ts';
