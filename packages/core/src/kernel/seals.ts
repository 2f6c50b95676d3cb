export { sealSecret } from './network-secrets.ts';
export { encryptionContext } from './sealed-columns.ts';
export { createSecretBox, type SecretBox } from './secret-box.ts';
