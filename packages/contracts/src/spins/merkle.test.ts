import { expect, test } from 'vitest';
import { runWithWebCrypto, toHex } from './draw.ts';
import { computePathRoot, getMerklePath, treeSteps } from './merkle.ts';

/**
 * Leaves and roots from the Certificate Transparency project's tests:
 * https://github.com/transparency-dev/merkle/blob/main/testonly/constants.go
 */
const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const computeTree = (count: number) => runWithWebCrypto(treeSteps(leaves.slice(0, count).map(bytes)));

test.each(roots.map((root, count) => ({ root, count })))(
  'computes the root of $count leaves',
  async ({ root, count }) => {
    expect(toHex((await computeTree(count)).at(-1)?.[0] ?? new Uint8Array())).toBe(root);
  },
);

test('verifies the path of each leaf, and rejects another leaf, another position, and another length', async () => {
  for (let count = 1; count <= leaves.length; count++) {
    const levels = await computeTree(count);
    for (let index = 0; index < count; index++) {
      const path = getMerklePath(levels, index);
      const leaf = leaves[index] ?? '';
      expect(await computePathRoot(leaf, path)).toBe(roots[count]);
      expect(await computePathRoot('ff', path)).not.toBe(roots[count]);
      if (count === 1) continue;
      expect(await computePathRoot(leaf, { ...path, index: (index + 1) % count })).not.toBe(roots[count]);
      expect(await computePathRoot(leaf, { ...path, path: path.path.slice(1) })).not.toBe(roots[count]);
      expect(await computePathRoot(leaf, { ...path, path: [...path.path, '00'] })).not.toBe(roots[count]);
    }
  }
  expect(await computePathRoot('00', { index: 1, count: 1, path: [] })).toBeUndefined();
  expect(() => getMerklePath([[new Uint8Array(32)]], 1)).toThrow(RangeError);
});
