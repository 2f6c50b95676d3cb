import { fileURLToPath } from 'node:url';
import { readOptions } from '../../run/options.mjs';
import { type Builder, builderOf, buildImage } from './build.ts';

const { texts } = readOptions({
  call: 'npm run image --',
  does: 'Builds the image of what is committed (infra/ops/Containerfile) with docker buildx or buildah, at most 350 MB.',
  texts: {
    tag: 'the image is called inaam:TAG; inaam:latest unless given',
    builder: 'docker or buildah; the first that works unless given',
    ca: 'a file of certificates that the build trusts, too',
    base: 'an image with Node 24 and npm to build in',
    runtime: 'an image with glibc and libstdc++ to run on',
  },
});

try {
  const builder = texts['builder'] ?? builderOf();
  if (builder === undefined) throw new Error('Install docker with buildx, or buildah: apt-get install buildah');
  if (!['docker', 'buildah'].includes(builder)) throw new Error('--builder must be docker or buildah');
  const { ca, base, runtime } = texts;
  const options = [
    ...(ca === undefined ? [] : ['--secret', `id=ca,src=${ca}`]),
    ...(base === undefined ? [] : ['--build-arg', `BASE=${base}`]),
    ...(runtime === undefined ? [] : ['--build-arg', `RUNTIME=${runtime}`]),
  ];
  const repository = fileURLToPath(new URL('../../..', import.meta.url));
  const built = buildImage(repository, builder as Builder, texts['tag'] ?? 'latest', options);
  process.stdout.write(`Built: ${built}.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
