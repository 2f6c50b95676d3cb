import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';

/**
 * Reads files of infra/ops by their published schemas, a line for each problem; nothing where all is well. Run by
 * infra/lab/ops/main.ts, which installs what stands beside this file.
 *
 * - `compose`: the schema of the Compose Specification (https://github.com/compose-spec/compose-spec), as dclint ships
 *   it
 * - `kubernetes`: that of Kubernetes' own OpenAPI document, as kubernetes-models makes validators and types of it. The
 *   validators judge values; fields that nobody knows are found by the compiler, as the API server refuses them with
 *   `fieldValidation: Strict`.
 */

const [, , kind, tsc = 'tsc'] = process.argv;
const text = readFileSync(0, 'utf8');
const here = fileURLToPath(new URL('.', import.meta.url));

/** @returns {string[]} */
function composeProblems() {
  const file = createRequire(import.meta.url)
    .resolve('dclint/package.json')
    .replace('package.json', 'schemas/');
  const schema = JSON.parse(readFileSync(`${file}compose.schema.json`, 'utf8'));
  // The draft's name without `http:`, as the specification's file has it, is unknown to the library; it is draft 7.
  const ajv = new Ajv({ strict: false, allErrors: true });
  const isValid = ajv.compile({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' });
  if (isValid(parse(text, { merge: true }))) return [];
  return (isValid.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath || '/', message, params.additionalProperty].filter(Boolean).join(' '),
  );
}

/** @returns {Promise<string[]>} */
async function kubernetesProblems() {
  const documents = parseAllDocuments(text).map((each) => each.toJS());
  if (documents.length === 0) return ['there is no document'];
  /** @type {string[]} */
  const problems = [];
  const lines = [];
  for (const [i, document] of documents.entries()) {
    const { apiVersion, kind: name, metadata } = document;
    const title = `${name} ${metadata?.name}`;
    const module = await import(`kubernetes-models/${apiVersion}`).catch(() => undefined);
    const Model = module?.[name];
    if (!Model) {
      problems.push(`${title}: ${apiVersion} has no such kind`);
      continue;
    }
    try {
      new Model(document).validate();
    } catch (error) {
      problems.push(`${title}: ${error instanceof Error ? error.message : String(error)}`);
    }
    lines.push(`import type { I${name} as I${i} } from 'kubernetes-models/${apiVersion}';`);
    lines.push(`export const document${i}: I${i} = ${JSON.stringify(document)};`);
  }
  // Beside the packages, where they are found.
  const file = `${here}manifests-${process.pid}.ts`;
  writeFileSync(file, lines.join('\n'));
  try {
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler'];
    const { status, stdout, error } = spawnSync(tsc, [...options, '--ignoreConfig', '--types', '', file], {
      encoding: 'utf8',
    });
    const found = (stdout ?? '').split('\n').filter((line) => /error TS/.test(line));
    problems.push(...found.map((line) => line.replace(/^.*error /, '')));
    if (status !== 0 && found.length === 0) problems.push(`the compiler did not run: ${error ?? stdout}`);
  } finally {
    rmSync(file);
  }
  return problems;
}

const problems = kind === 'compose' ? composeProblems() : await kubernetesProblems();
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
