import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@inaam/db/embedded/server';
import type { Serving } from '../api-process.ts';
import { phpFpm, phpHasPostgres, programOf } from '../programs.ts';

const scripts = fileURLToPath(new URL('php', import.meta.url));
const WORKERS = 8;

/** What the machine lacks for the PHP scripts, in a line; undefined where it has all. */
export function phpMissing(): string | undefined {
  if (phpFpm() === undefined) return 'php-fpm';
  if (!phpHasPostgres()) return 'php-pgsql';
  return programOf('nginx') === undefined ? 'nginx' : undefined;
}

/** Starts nginx and PHP-FPM with eight workers, opcache and kept connections, over a database with the lean tables. */
export async function startPhp(databaseUrl: string): Promise<Serving> {
  const [fpm = '', nginx = ''] = [phpFpm(), programOf('nginx')];
  const { hostname, port: databasePort, username, pathname } = new URL(databaseUrl);
  const port = await freePort();
  const home = mkdtempSync(join(tmpdir(), 'inaam-bench-php-'));
  chmodSync(home, 0o755);
  // The checkout may lie where the workers' account cannot go.
  cpSync(scripts, join(home, 'www'), { recursive: true });
  mkdirSync(join(home, 'tmp'));
  chmodSync(join(home, 'tmp'), 0o777);
  const isRoot = process.getuid?.() === 0;
  const socket = join(home, 'fpm.sock');
  writeFileSync(
    join(home, 'fpm.conf'),
    [
      '[global]',
      `error_log = ${home}/fpm.log`,
      'daemonize = no',
      '[www]',
      ...(isRoot ? ['user = nobody', 'group = nogroup', 'listen.mode = 0666'] : []),
      `listen = ${socket}`,
      'pm = static',
      `pm.max_children = ${WORKERS}`,
      'clear_env = no',
      `env[BENCH_DSN] = "pgsql:host=${hostname};port=${databasePort};dbname=${pathname.slice(1)}"`,
      `env[BENCH_USER] = ${username}`,
      'php_admin_value[opcache.enable] = 1',
      '',
    ].join('\n'),
  );
  writeFileSync(
    join(home, 'nginx.conf'),
    `${isRoot ? 'user nobody nogroup;' : ''} worker_processes 1; daemon off; pid ${home}/nginx.pid;
error_log ${home}/nginx.log; events { worker_connections 256; }
http { access_log off; keepalive_requests 10000000;
  client_body_temp_path ${home}/tmp; fastcgi_temp_path ${home}/tmp; proxy_temp_path ${home}/tmp;
  uwsgi_temp_path ${home}/tmp; scgi_temp_path ${home}/tmp;
  upstream php { server unix:${socket}; keepalive ${WORKERS}; }
  server { listen 127.0.0.1:${port}; root ${home}/www;
    location ~ \\.php$ { include /etc/nginx/fastcgi_params; fastcgi_keep_conn on;
      fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name; fastcgi_pass php; } } }
`,
  );
  const began = performance.now();
  // Both under one process, so that their processor time is read as one server's.
  const shell = `"${fpm}" ${isRoot ? '-R' : ''} -y "${home}/fpm.conf" & exec "${nginx}" -c "${home}/nginx.conf" -e "${home}/nginx.log"`;
  const child = spawn('/bin/sh', ['-c', shell], { stdio: 'ignore', detached: true });
  const stop = async () => {
    await end(child);
    rmSync(home, { recursive: true, force: true });
  };
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 200; tries++) {
    if (await isOk(`${origin}/health.php`))
      return { origin, pid: child.pid ?? 0, startedIn: performance.now() - began, stop };
    await sleep(25);
  }
  await stop();
  throw new Error('PHP did not answer');
}

/** The whole group: nginx, PHP and their workers. */
async function end(child: ChildProcess): Promise<void> {
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const send = (signal: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  if (child.pid === undefined) return;
  send('SIGTERM');
  await Promise.race([exited, sleep(5000, undefined, { ref: false })]);
  // The masters end their workers; what is left after a moment is ended outright.
  await sleep(300);
  send('SIGKILL');
}

const isOk = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).once('error', () => resolve(false));
  });
