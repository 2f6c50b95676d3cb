export { dryRun } from './dry-run.ts';
export { getPostback, listPostbacks } from './inbox.ts';
