import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isThere, run } from './shell.ts';

/**
 * buildah without a daemon, a user namespace or a container runtime: what a build machine, and a container, has.
 * https://github.com/containers/buildah/blob/main/docs/buildah.1.md
 */
export function buildahAt(folder: string) {
  const storage = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  const buildah = (...args: string[]) => run('buildah', [...storage, ...args]);
  return {
    storage,
    buildah,
    /** Makes an image of a folder or an archive, over another one or over nothing. */
    commit(name: string, from: string, files: [source: string, target: string][], steps: string[][] = []): void {
      const container = buildah('from', '--pull-never', from);
      try {
        for (const [source, target] of files) buildah('add', '--quiet', container, source, target);
        for (const step of steps) buildah('run', '--isolation', 'chroot', container, '--', ...step);
        buildah('commit', '--quiet', container, name);
      } finally {
        buildah('rm', container);
      }
    },
    has: (name: string) => buildah('images', '--format', '{{.Name}}:{{.Tag}}').split('\n').includes(name),
  };
}

export type Buildah = ReturnType<typeof buildahAt>;

export const BASE = 'localhost/inaam-node:24';
export const RUNTIME = 'localhost/inaam-debian:bookworm-slim';

/** What nobody reads in a container. */
const LEFT_OUT = ['/usr/share/doc/*', '/usr/share/man/*', '/usr/share/locale/*', '/usr/share/info/*'];

/**
 * Makes both bases where no registry of images can be reached: a Debian root by Debian's own tools, and Node and npm
 * from npm.
 */
export function makeBases({ commit, has }: Buildah, folder: string, nodeProgram: string, say: (line: string) => void) {
  if (has(BASE) && has(RUNTIME)) return say('The bases are there from before.');
  const root = join(folder, 'root.tar');
  if (!isThere('mmdebstrap')) throw new Error('mmdebstrap is not installed: apt-get install mmdebstrap');
  run('mmdebstrap', [
    '--variant=minbase',
    '--include=ca-certificates',
    ...LEFT_OUT.map((path) => `--dpkgopt=path-exclude=${path}`),
    'bookworm',
    root,
  ]);
  commit(RUNTIME, 'scratch', [[root, '/']]);
  rmSync(root);
  say(`${RUNTIME} is made.`);
  const programs = join(folder, 'programs');
  rmSync(programs, { recursive: true, force: true });
  mkdirSync(join(programs, 'bin'), { recursive: true });
  mkdirSync(join(programs, 'lib/node_modules'), { recursive: true });
  copyFileSync(nodeProgram, join(programs, 'bin/node'));
  // An own download in place of this machine's npm, which may be another one.
  const packed = JSON.parse(run('npm', ['pack', 'npm@11', '--json', '--pack-destination', folder])) as {
    filename: string;
  }[];
  const archive = join(folder, packed[0]?.filename ?? '');
  run('tar', ['-xzf', archive, '-C', join(programs, 'lib/node_modules'), '--transform', 's,^package,npm,']);
  rmSync(archive);
  const link = (name: string) => ['ln', '-s', `../lib/node_modules/npm/bin/${name}-cli.js`, `/usr/local/bin/${name}`];
  commit(BASE, RUNTIME, [[programs, '/usr/local']], [link('npm'), link('npx'), ['node', '--version']]);
  rmSync(programs, { recursive: true });
  say(`${BASE} is made.`);
}

/** Bytes of all files of an image. */
export function sizeOf({ buildah }: Buildah, image: string): number {
  const container = buildah('from', '--pull-never', image);
  try {
    return Number.parseInt(run('du', ['-sb', buildah('mount', container)]), 10);
  } finally {
    buildah('umount', container);
    buildah('rm', container);
  }
}
