import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MB = 1_000_000;
/** Maximum size of an image. */
const MAX_BYTES = 350 * MB;

/**
 * For each builder: a command that succeeds if the builder works on this machine, its build command, and a command that
 * prints the size of an image.
 */
const builders = {
  docker: {
    probe: ['buildx', 'inspect'],
    build: ['buildx', 'build', '--load'],
    size: ['image', 'inspect', '--format', '{{.Size}} B'],
  },
  buildah: { probe: ['--version'], build: ['build'], size: ['images', '--format', '{{.Size}}'] },
};

export type Builder = keyof typeof builders;

const works = (builder: Builder): boolean =>
  spawnSync(builder, builders[builder].probe, { stdio: 'ignore' }).status === 0;

/** The first builder that works on this machine. A docker client without a daemon does not work. */
export const findBuilder = (): Builder | undefined => (['docker', 'buildah'] as const).find(works);

function run(program: string, args: readonly string[], stdout: 'inherit' | 'pipe' = 'pipe'): string {
  const result = spawnSync(program, args, { encoding: 'utf8', stdio: ['ignore', stdout, 'inherit'] });
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(`${program} ${args[0]} ended with ${result.status}`);
  return result.stdout ?? '';
}

/** @param text a size as the builders print it, such as `345 MB` or `12 B` @throws an Error for any other text */
export function parseSize(text: string): number {
  const [, value, unit = ''] = /^([\d.]+) (B|kB|MB|GB)$/.exec(text.trim()) ?? [];
  if (value === undefined) throw new Error(`"${text}" is not a size`);
  return Math.round(Number(value) * { B: 1, kB: 1_000, MB, GB: 1_000 * MB }[unit as 'B']);
}

/** Translates the options of `npm run image` to options of the builder. */
export function createBuildOptions({ ca, base, runtime }: Record<string, string | undefined>): string[] {
  return [
    ...(ca === undefined ? [] : ['--secret', `id=ca,src=${ca}`]),
    ...(base === undefined ? [] : ['--build-arg', `BASE=${base}`]),
    ...(runtime === undefined ? [] : ['--build-arg', `RUNTIME=${runtime}`]),
  ];
}

/**
 * Builds the image of the committed files.
 * @param options options of the builder, such as `--build-arg NAME=VALUE`
 * @returns a line with the image's name, size and build time
 * @throws an Error when the build fails or the image exceeds 350 MB
 */
export function buildImage(repository: string, builder: Builder, tag: string, options: readonly string[] = []): string {
  const context = mkdtempSync(join(tmpdir(), 'inaam-image-'));
  try {
    // Only committed files are in an image, so it never contains keys, builds or databases of this folder.
    run('sh', ['-c', `git -C "$0" archive HEAD | tar -x -C "$1"`, repository, context]);
    const began = performance.now();
    const name = `inaam:${tag}`;
    const { build, size } = builders[builder];
    const file = join(context, 'infra/ops/Containerfile');
    run(builder, [...build, ...options, '--file', file, '--tag', name, context], 'inherit');
    const bytes = parseSize(run(builder, [...size, name]));
    if (bytes > MAX_BYTES) throw new Error(`The image has ${bytes / MB} MB; at most ${MAX_BYTES / MB} MB.`);
    return `${name}, ${Math.round(bytes / MB)} MB, made in ${Math.round((performance.now() - began) / 1000)} s`;
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
}
