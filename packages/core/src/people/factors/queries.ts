export { secondFactorOf } from './prove.ts';
