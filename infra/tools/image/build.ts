import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BASE, buildahAt, makeBases, RUNTIME, sizeOf } from './buildah.ts';
import { follow, isThere, run } from './shell.ts';

export type Builder = 'docker' | 'podman' | 'buildah';

/** What can build an image here: a client without its daemon cannot. */
export function builderOf(): Builder | undefined {
  const works = (builder: Builder, ...args: string[]) => {
    try {
      return isThere(builder) && run(builder, args) !== undefined;
    } catch {
      return false;
    }
  };
  if (works('docker', 'info')) return 'docker';
  if (works('podman', 'info')) return 'podman';
  return works('buildah', '--version') ? 'buildah' : undefined;
}

/** Megabytes, as registries and this product's limit count them. */
export const MB = 1_000_000;
/** The most that an image may have. */
export const MOST_BYTES = 350 * MB;

export interface ImageOptions {
  repository: string;
  builder: Builder;
  tag: string;
  /** For buildah: where its images lie; removed by whoever chose it. */
  folder?: string;
  /** For buildah: makes the bases of Debian and npm packages, where no registry of images can be reached. */
  isFromDebian?: boolean;
  /** A file of certificates that the build trusts besides, where a proxy signs with its own. */
  ca?: string | undefined;
  say(line: string): void;
}

/**
 * Builds the image of what is committed.
 * @returns its name and size
 * @throws an Error where the build fails, or the image has more than it may
 */
export async function buildImage(options: ImageOptions): Promise<string> {
  const { repository, builder, tag, ca, say } = options;
  const context = mkdtempSync(join(tmpdir(), 'inaam-image-'));
  try {
    // What lies about in a working copy is in no image: keys, builds, databases.
    run('sh', ['-c', `git -C "$0" archive HEAD | tar -x -C "$1"`, repository, context]);
    const began = performance.now();
    const file = join(context, 'infra/ops/Containerfile');
    const trusted = ca === undefined ? [] : ['--build-arg', 'CA_FILE=/ca.crt'];
    const name = `inaam:${tag}`;
    let bytes: number;
    if (builder === 'buildah') {
      const own = buildahAt(folderOf(options));
      if (options.isFromDebian) {
        makeBases(own, folderOf(options), join(repository, 'node_modules/node/bin/node'), say);
        trusted.push('--build-arg', `BASE=${BASE}`, '--build-arg', `RUNTIME=${RUNTIME}`);
      }
      const mounted = ca === undefined ? [] : ['--volume', `${ca}:/ca.crt:ro`];
      const how = [...own.storage, 'bud', '--isolation', 'chroot', '--format', 'docker'];
      await follow('buildah', [...how, ...trusted, ...mounted, '-f', file, '-t', name, context], context);
      bytes = sizeOf(own, name);
    } else {
      if (ca !== undefined) throw new Error('--ca is for buildah: Docker and podman mount no file while they build');
      await follow(builder, ['build', '-f', file, '-t', name, context], context);
      bytes = Number(run(builder, ['image', 'inspect', '--format', '{{.Size}}', name]));
    }
    const seconds = Math.round((performance.now() - began) / 1000);
    const size = `${Math.round(bytes / MB)} MB`;
    if (!(bytes <= MOST_BYTES)) throw new Error(`The image has ${size}; it may have ${MOST_BYTES / MB} MB.`);
    return `${name}, ${size}, made in ${seconds} s`;
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
}

export function folderOf({ folder }: Pick<ImageOptions, 'folder'>): string {
  const found = folder ?? join('/var/tmp', 'inaam-image');
  if (!existsSync(found)) mkdirSync(found, { recursive: true, mode: 0o700 });
  return found;
}
