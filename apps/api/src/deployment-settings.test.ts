import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentSchema, SECRET_VARIABLES } from '@inaam/settings/environment';
import { describe, expect, test } from 'vitest';
import { readDatabaseSettings, readSettings } from './settings.ts';

/** Checks that the example deployments set only variables that exist, and that the programs accept the values. */

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, 'infra/ops', file), 'utf8');

const known = new Set([...Object.keys(environmentSchema.shape), ...SECRET_VARIABLES.map((name) => `${name}_FILE`)]);
const listUnknown = (names: Iterable<string>) => [...names].filter((name) => !known.has(name));

const KEY = '8f1d03c47a5be6920d4fa81b3c6e7590de24b7f8016a9c35e24d8b70f1a6c953';
/** Values that the operator fills in. */
const filledIn: Record<string, string> = {
  APP_DOMAIN: 'app.example.com',
  ADMIN_DOMAIN: 'admin.example.net',
  APP_PASSWORD: 'of-the-app',
  OWNER_PASSWORD: 'of-the-owner',
  SUPPORT_EMAIL: 'help@inaam.example',
  NETWORK_NAME: 'Partners',
  SECRETS_KEY: KEY,
  AUDIT_KEY: KEY,
  MAIL_URL: 'smtps://inaam:secret@smtp.example.com',
  MAIL_FROM: 'help@inaam.example',
  AUDIT_WEBHOOK_URL: 'https://audit.example.com/heads',
  AUDIT_WEBHOOK_SECRET: `whsec_${Buffer.from(KEY, 'hex').toString('base64')}`,
};
const fillIn = (text: string) =>
  text.replaceAll(/\$\{(\w+)(?::[?-][^}]*)?\}/g, (_, name: string) => {
    const value = filledIn[name];
    if (value === undefined) throw new Error(`no example of ${name}`);
    return value;
  });

describe('compose', () => {
  const compose = read('compose.yaml');
  /** The lines `NAME: value` of a block. */
  const readVariables = (block: string) =>
    Object.fromEntries(
      [...block.matchAll(/^ +([A-Z][A-Z_]+): (.+)$/gm)].map(([, name = '', value = '']) => [
        name,
        fillIn(value).replaceAll(/^"|"$/g, ''),
      ]),
    );
  const [, shared = ''] = /^x-database: &database\n((?: .*\n)+)/m.exec(compose) ?? [];
  const readService = (name: string) => {
    const [, block = ''] = new RegExp(`^  ${name}:\\n((?:    .*\\n)+)`, 'm').exec(compose) ?? [];
    const [, environment = ''] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(block) ?? [];
    expect(environment).toContain('<<: *database');
    return { ...readVariables(shared), ...readVariables(environment) };
  };

  test('sets only variables that exist, with values that the api and the migration accept', () => {
    const api = readService('api');
    // Node itself reads NODE_EXTRA_CA_CERTS, so it is not one of our settings.
    const { NODE_EXTRA_CA_CERTS, ...appVariables } = api;
    expect(NODE_EXTRA_CA_CERTS).toBe('/tls/server.crt');
    expect(listUnknown(Object.keys(appVariables))).toEqual([]);
    expect(readSettings(api)).toMatchObject({ mode: 'production', metrics: { port: 9464, host: '0.0.0.0' } });
    const { NODE_EXTRA_CA_CERTS: _, ...migrateVariables } = readService('migrate');
    expect(listUnknown(Object.keys(migrateVariables))).toEqual([]);
    expect(readDatabaseSettings(migrateVariables).migrateUrl).toContain('inaam:of-the-owner@postgres');
  });

  test('uses the api’s ports in health checks, proxy and monitoring', () => {
    const { app, admin, metrics } = readSettings(readService('api'));
    expect(compose).toContain(`fetch('http://127.0.0.1:${app.port}/readyz')`);
    expect(read('caddy/Caddyfile')).toContain(`APP_UPSTREAMS:api:${app.port}}`);
    expect(read('caddy/Caddyfile')).toContain(`ADMIN_UPSTREAMS:api:${admin.port}}`);
    expect(read('watch/prometheus.yml')).toContain(`names: [api], type: A, port: ${metrics?.port},`);
  });

  test('gives each service volumes, networks and secrets that exist', () => {
    const [services = '', rest = ''] = compose.split(/^secrets:\n/m);
    const [, declared = ''] = /^volumes:\n((?: {2}\w+:\n?)+)/m.exec(rest) ?? [];
    const volumes = new Set([...declared.matchAll(/\w+/g)].map(([name]) => name));
    const mounted = [...services.matchAll(/(?:- |\[|, )"?(\w+):\/[\w/]+/g)].map(([, name = '']) => name);
    expect(new Set(mounted)).toEqual(volumes);
    const [, networks = ''] = /^networks:\n([\s\S]+?)^volumes:/m.exec(rest) ?? [];
    const used = [...services.matchAll(/^ {4}networks: \[(.+)\]$/gm)].flatMap(([, list = '']) => list.split(', '));
    for (const name of used) expect(networks).toMatch(new RegExp(`^  ${name}:`, 'm'));
    const [, secrets = ''] = /^ {4}secrets: \[(.+)\]$/m.exec(services) ?? [];
    for (const name of secrets.split(', ')) {
      expect(rest).toContain(`  ${name}: { environment:`);
      expect(read('watch/alertmanager.yml')).toContain(`url_file: /run/secrets/${name}`);
    }
  });

  test('lets the user that runs backups write the backup metric', () => {
    const image = read('postgres/Containerfile');
    const user = /^ {4}user: (\w+)$/m.exec(/^ {2}backup:\n((?: {4}.*\n)+)/m.exec(compose)?.[1] ?? '')?.[1];
    expect(image).toMatch(new RegExp(`install --directory --owner=${user} --mode=0755 /metrics$`, 'm'));
    expect(compose).toContain('- backup_metrics:/metrics\n');
  });
});

describe('kubernetes', () => {
  const literals = Object.fromEntries(
    [...read('kubernetes/kustomization.yaml').matchAll(/^ +- ([A-Z_]+)=(.+)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  const api = read('kubernetes/api.yaml');
  /** Reads from deploy.md the names of the variables in a secret. */
  const readSecret = (name: string) => {
    const text = readFileSync(join(root, 'infra/docs/runbooks/deploy.md'), 'utf8');
    const [, list = ''] = new RegExp(`secret\\s+\`${name}\` has([^.;]+)[.;]`).exec(text) ?? [];
    return [...list.matchAll(/`([A-Z_]+)`/g)].map(([, variable = '']) => variable);
  };
  const DATABASE_URL = 'postgres://inaam_app:x@inaam-rw/inaam?sslmode=require';

  test('gives the api and the migration valid settings, each with its own secret', () => {
    const secrets = readSecret('inaam');
    expect(listUnknown([...Object.keys(literals), ...secrets])).toEqual([]);
    const [, listed = ''] = /# (DATABASE_URL, .+)\.\n/.exec(api) ?? [];
    expect(listed.split(', ').toSorted()).toEqual(secrets.toSorted());
    const given = Object.fromEntries(secrets.map((name) => [name, filledIn[name] ?? DATABASE_URL]));
    const settings = readSettings({ ...literals, ...given, TRUST_PROXY: '10.244.7.0/24' });
    const ports = Object.fromEntries(
      [...api.matchAll(/\{ name: (\w+), containerPort: (\d+) \}/g)].map(([, name = '', port]) => [name, Number(port)]),
    );
    expect(ports).toEqual({ app: settings.app.port, admin: settings.admin.port, metrics: settings.metrics?.port });
    expect(api).toContain(`prometheus.io/port: "${settings.metrics?.port}"`);

    expect(readSecret('inaam-migrate').toSorted()).toEqual(['DATABASE_MIGRATE_URL', 'DATABASE_URL']);
    const owner = DATABASE_URL.replace('inaam_app', 'inaam');
    const env = { MODE: 'production', DATABASE_URL, DATABASE_MIGRATE_URL: owner };
    expect(readDatabaseSettings(env).migrateUrl).toBe(owner);
    // Kubernetes jobs are immutable, but the name of the generated ConfigMap changes with each setting. So the job must
    // not refer to it.
    expect(read('kubernetes/migrate.yaml')).not.toContain('configMapRef');
  });

  test('allows pods to reach DNS and the database, and allows calls to known ports only', () => {
    const network = read('kubernetes/network.yaml');
    for (const name of ['api', 'migrate']) {
      const policy = network.split(/^---$/m).find((each) => each.includes(`\n  name: ${name}\n`)) ?? '';
      expect(policy).toContain(`part: ${name} }`);
      expect(policy).toContain('kubernetes.io/metadata.name: kube-system');
      expect(policy).toContain('{ port: 53, protocol: UDP }');
      expect(policy).toContain('matchLabels: { cnpg.io/cluster: inaam }');
      expect(policy).toContain('{ port: 5432 }');
    }
    const named = [...network.matchAll(/\{ port: ([a-z]+) \}/g)].map(([, port]) => port);
    expect(named).toEqual(['app', 'admin', 'metrics']);
  });
});

test('systemd sets only variables that exist, and NODE_ENV', () => {
  const names = [...read('systemd/inaam.service').matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => name);
  expect(listUnknown(names)).toEqual(['NODE_ENV']);
});
