export { getSecondFactor } from './admin-sign-in.ts';
