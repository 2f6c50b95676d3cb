export { getSpending } from './get-spending.ts';
