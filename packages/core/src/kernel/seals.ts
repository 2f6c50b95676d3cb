export { sealSecret } from './network-secrets.ts';
export { placeOf } from './sealed-columns.ts';
export { createSecretBox, type SecretBox } from './secret-box.ts';
