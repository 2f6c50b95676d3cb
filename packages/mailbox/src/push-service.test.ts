import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptPush } from './push-service.ts';

/** The example of RFC 8291, section 5 and appendix A: https://www.rfc-editor.org/rfc/rfc8291#section-5 */
const EXAMPLE = {
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A' +
    '_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  text: 'When I grow up, I want to be a watermelon',
};
const browser = () => {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Buffer.from(EXAMPLE.privateKey, 'base64url'));
  return ecdh;
};
const bytes = (text: string) => Buffer.from(text, 'base64url');

test('decrypts the example of RFC 8291', () => {
  expect(decryptPush(bytes(EXAMPLE.body), browser(), bytes(EXAMPLE.auth))).toBe(EXAMPLE.text);
});

test('refuses a tampered message, and a message for another browser', () => {
  const tampered = bytes(EXAMPLE.body);
  tampered.writeUInt8(tampered.readUInt8(tampered.length - 1) ^ 1, tampered.length - 1);
  expect(() => decryptPush(tampered, browser(), bytes(EXAMPLE.auth))).toThrow();
  expect(() => decryptPush(bytes(EXAMPLE.body), browser(), Buffer.alloc(16))).toThrow();
});
