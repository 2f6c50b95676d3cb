export { createNetwork, revealPostbackUrl, rotateSecret, updateNetwork } from './save.ts';
