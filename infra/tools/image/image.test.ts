import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Builder, buildImage, createBuildOptions, findBuilder, parseSize } from './build.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inaam-builders-'));
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@inaam.example'];
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...author, ...args], { stdio: 'ignore' });
  git('init');
  git('commit', '--allow-empty', '--message', 'first');
  vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Installs a stand-in for a builder that records its calls and prints the given size. */
const install = (builder: Builder, size: string) =>
  writeFileSync(
    join(folder, builder),
    `#!/bin/sh\necho "$@" >> ${folder}/${builder}.calls\ncase "$1" in image*) echo "${size}";; esac\n`,
    { mode: 0o755 },
  );

test.each([
  ['docker', 'buildx build --load', '345000000 B'],
  ['buildah', 'build', '345 MB'],
] as const)('builds the Containerfile with %s', (builder, call, size) => {
  install(builder, size);
  expect(buildImage(folder, builder, '1.2.3', ['--option'])).toMatch(/^inaam:1\.2\.3, 345 MB, made in \d+ s$/);
  const paths = String.raw`--file (\S+)/infra/ops/Containerfile --tag inaam:1\.2\.3 \1`;
  expect(readFileSync(join(folder, `${builder}.calls`), 'utf8')).toMatch(
    new RegExp(`^${call} --option ${paths}$`, 'm'),
  );
});

test('uses the first builder that works', () => {
  install('buildah', '');
  writeFileSync(join(folder, 'docker'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  expect(findBuilder()).toBe('buildah');
  install('docker', '');
  expect(findBuilder()).toBe('docker');
});

test('rejects an image of more than 350 MB', () => {
  install('buildah', '351 MB');
  expect(() => buildImage(folder, 'buildah', 'latest')).toThrow('The image has 351 MB; at most 350 MB.');
});

test('passes certificates and base images to the builder', () => {
  expect(createBuildOptions({})).toEqual([]);
  expect(createBuildOptions({ ca: '/ca.crt', base: 'a', runtime: 'b' })).toEqual([
    '--secret',
    'id=ca,src=/ca.crt',
    '--build-arg',
    'BASE=a',
    '--build-arg',
    'RUNTIME=b',
  ]);
});

test('parses sizes as the builders print them', () => {
  expect(['12 B', '1.5 kB', '345 MB\n', '1.02 GB'].map(parseSize)).toEqual([12, 1500, 345_000_000, 1_020_000_000]);
  expect(() => parseSize('')).toThrow('"" is not a size');
});
