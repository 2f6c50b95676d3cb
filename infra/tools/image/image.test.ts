import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bytesOf } from './build.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inaam-builders-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A stand-in that notes its calls and answers the given size. */
const install = (builder: string, size: string) =>
  writeFileSync(
    join(folder, builder),
    `#!/bin/sh\necho "$@" >> ${folder}/${builder}.calls\ncase "$1" in image*) echo "${size}";; esac\n`,
    { mode: 0o755 },
  );
const image = (...args: string[]) =>
  spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', env: { PATH: `${folder}:/usr/bin:/bin` } });
const calls = (builder: string) => readFileSync(join(folder, `${builder}.calls`), 'utf8');

test.each([
  ['docker', 'buildx build --load', '345000000 B'],
  ['buildah', 'build', '345 MB'],
])('builds the Containerfile with %s', (builder, call, size) => {
  install(builder, size);
  const { status, stdout } = image('--builder', builder, '--tag', '1.2.3', '--ca', '/ca.crt', '--base', 'node');
  expect(stdout).toMatch(/^Built: inaam:1\.2\.3, 345 MB, made in \d+ s\.$/m);
  expect(status).toBe(0);
  const options = '--secret id=ca,src=/ca.crt --build-arg BASE=node';
  const paths = String.raw`--file (\S+)/infra/ops/Containerfile --tag inaam:1\.2\.3 \1`;
  expect(calls(builder)).toMatch(new RegExp(`^${call} ${options} ${paths}$`, 'm'));
});

test('refuses an image of more than 350 MB', () => {
  install('buildah', '351 MB');
  const { status, stderr } = image('--builder', 'buildah');
  expect(stderr).toContain('The image has 351 MB; it may have 350 MB.');
  expect(status).toBe(1);
});

test('reads sizes as the builders print them', () => {
  expect(['12 B', '1.5 kB', '345 MB\n', '1.02 GB'].map(bytesOf)).toEqual([12, 1500, 345_000_000, 1_020_000_000]);
  expect(() => bytesOf('')).toThrow('"" is not a size');
});
