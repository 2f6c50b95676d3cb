import { fileURLToPath } from 'node:url';
import { readOptions } from '../../run/options.mjs';
import { type Builder, buildImage, createBuildOptions, findBuilder } from './build.ts';

const { texts } = readOptions({
  call: 'npm run image --',
  description: 'Builds the image of the committed files by infra/ops/Containerfile, with docker buildx or buildah.',
  texts: {
    tag: 'the image is inaam:TAG; default latest',
    builder: 'docker or buildah; default the first that works',
    ca: 'a file of certificates that the build trusts in addition',
    base: 'an image with Node 24 and npm to build in',
    runtime: 'an image with glibc and libstdc++ to run on',
  },
});

try {
  const builder = texts['builder'] ?? findBuilder();
  if (builder === undefined) throw new Error('Install docker with buildx, or buildah: apt-get install buildah');
  if (!['docker', 'buildah'].includes(builder)) throw new Error('--builder must be docker or buildah');
  const repository = fileURLToPath(new URL('../../..', import.meta.url));
  const built = buildImage(repository, builder as Builder, texts['tag'] ?? 'latest', createBuildOptions(texts));
  process.stdout.write(`Built: ${built}.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
