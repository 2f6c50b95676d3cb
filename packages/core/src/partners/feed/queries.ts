export { feedOf } from './settings.ts';
