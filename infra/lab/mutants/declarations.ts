import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import type { Language } from './pattern.ts';

/** The declaration that a defect changes: a function, trigger or view of the database, or code. */
export interface Subject {
  kind: 'function' | 'trigger' | 'view' | 'code';
  /** The name, or `FOLDER/NAME` if several packages or apps declare that name. */
  name: string;
}

/** A range within a file of the workspace. */
export interface SourceRange {
  /** Path from the root. */
  file: string;
  language: Language;
  /** The text of the whole file. */
  text: string;
  /** Offsets of the range in the text. */
  start: number;
  end: number;
}

/** Returns functions that find declarations and tests by name, in whatever file they are. */
export function createFinder(root: string, files: readonly string[]) {
  const texts = new Map<string, string>();
  const read = (file: string): string => {
    const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8');
    texts.set(file, text);
    return text;
  };
  const sql = files.filter((file) => /^packages\/.*\/functions\/.*\.sql$/.test(file));
  const code = files.filter((file) => /^(?:apps|packages)\/.*\/src\/.*(?<!\.d|\.test|\.fixture)\.tsx?$/.test(file));

  const findInSql = (what: string, name: string): SourceRange[] =>
    sql.flatMap((file) => {
      const text = read(file);
      return [...text.matchAll(new RegExp(`^create (?:or replace )?${what} ${name}\\b`, 'gm'))].map(({ index }) => {
        const next = text.slice(index + 1).search(/^create /m);
        const end = next < 0 ? text.length : index + 1 + next;
        return { file, language: 'sql', text, start: index, end };
      });
    });

  const findInCode = (path: string): SourceRange[] => {
    const [name = '', folder = ''] = path.split('/').toReversed();
    return code.flatMap((file) => {
      if (folder !== '' && file.split('/')[1] !== folder) return [];
      const text = read(file);
      if (!new RegExp(`\\b(?:function\\*?|const|let|class) ${name}\\b`).test(text)) return [];
      return findDeclarations(file, text, name).map(({ start, end }) => ({ file, language: 'code', text, start, end }));
    });
  };

  return {
    /** @throws an Error unless exactly one declaration has that name */
    findDeclaration({ kind, name }: Subject): SourceRange {
      const found = kind === 'code' ? findInCode(name) : findInSql(kind, name);
      const [range] = found;
      if (!range || found.length > 1) throw new Error(`${kind} ${name} is declared ${found.length} times`);
      return range;
    },
    /** @param name `FOLDER/FILE` @throws an Error unless exactly one test file has that name */
    findTest(name: string): string {
      const [folder = '', base = ''] = name.split('/');
      const found = files.filter((file) => file.split('/')[1] === folder && file.endsWith(`/${base}`));
      const [file] = found;
      if (file === undefined || found.length > 1) throw new Error(`${found.length} tests are called ${name}`);
      return file;
    },
  };
}

/** Finds top-level declarations of a name in a file. */
function findDeclarations(file: string, text: string, name: string): { start: number; end: number }[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  return program.body.filter((statement) => {
    const declared =
      statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
        ? statement.declaration
        : statement;
    if (declared?.type === 'VariableDeclaration') {
      return declared.declarations.some(({ id }) => id.type === 'Identifier' && id.name === name);
    }
    if (declared?.type !== 'FunctionDeclaration' && declared?.type !== 'ClassDeclaration') return false;
    return declared.id?.name === name;
  });
}
