export { liftCeiling, pausePart, resumePart, setCeiling } from './change-spending.ts';
