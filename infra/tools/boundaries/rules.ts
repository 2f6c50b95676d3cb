import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { analyseFile, type Import } from './imports.ts';
import {
  dividedFeatures,
  environmentReaders,
  excludedFolders,
  featureFolders,
  featureImporters,
  type Layer,
  layers,
  reservedPackages,
  rooms,
  roomsFolder,
  separateFolders,
} from './layers.ts';
import { findProcedureFaults } from './procedures.ts';

const SCOPE = '@inaam/';
const CODE = /\.(ts|tsx|mts|js|mjs|cjs)$/;
const TEST = /\.(test|fixture)\.tsx?$|^(apps|packages)\/[^/]+\/src\/(test|testing)\//;
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'test-results', '.turbo']);

/**
 * Checks every file of the layers of a workspace.
 * @returns a line for each refused import: file and line, the import, the reason
 */
export function check(root: string): string[] {
  const faults: string[] = [];
  const grouped = ['apps', 'packages'].flatMap((group) =>
    listFolders(join(root, group)).map((folder) => `${group}/${folder}`),
  );
  for (const path of [...grouped, ...separateFolders.filter((folder) => existsSync(join(root, folder)))]) {
    const layer = layers.find((each) => each.folder === path);
    if (layer === undefined) {
      faults.push(`${path}: is not in the list of layers`);
      continue;
    }
    const imported = new Map<string, string[]>();
    const declared = readDependencies(join(root, path));
    for (const name of filesBelow(root, path)) {
      const file = join(root, name);
      const source = readFileSync(file, 'utf8');
      const { imports, environment } = analyseFile(name, source);
      faults.push(...checkFile({ layer, declared }, name, imports, environment), ...findProcedureFaults(name, source));
      imported.set(
        name,
        imports
          .filter(({ specifier }) => specifier.startsWith('.'))
          .map(({ specifier }) => posix.normalize(posix.join(dirname(name), specifier))),
      );
    }
    faults.push(...findCircles(imported).map((circle) => `${circle.join(', ')}: import each other in a circle`));
    faults.push(...findRoomFaults(imported), ...findPartFaults(imported));
  }
  return faults;
}

/**
 * Finds groups of files that import each other in a circle, even if only by types. Such files cannot be read one after
 * another. Tarjan's algorithm.
 * @param imported the files that each file imports; ignores imported files that are not keys
 */
function findCircles(imported: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const reached = new Map<string, { index: number; low: number }>();
  const path: string[] = [];
  const visit = (file: string): number => {
    const node = { index: reached.size, low: reached.size };
    reached.set(file, node);
    path.push(file);
    for (const next of imported.get(file) ?? []) {
      if (!imported.has(next)) continue;
      if (!reached.has(next)) node.low = Math.min(node.low, visit(next));
      else if (path.includes(next)) node.low = Math.min(node.low, reached.get(next)?.index ?? node.low);
    }
    if (node.low === node.index) {
      const group = path.splice(path.indexOf(file));
      if (group.length > 1) circles.push(group.sort());
    }
    return node.low;
  };
  for (const file of imported.keys()) if (!reached.has(file)) visit(file);
  return circles;
}

/**
 * Finds groups of folders that import each other.
 * @param getFolder returns the folder of a file; null to ignore the file
 */
function findFolderCircles(
  imported: ReadonlyMap<string, readonly string[]>,
  getFolder: (file: string) => string | null,
): string[][] {
  const folders = new Map<string, string[]>();
  for (const [file, targets] of imported) {
    const folder = getFolder(file);
    if (folder === null || TEST.test(file)) continue;
    const others = targets.map(getFolder).filter((each): each is string => each !== null && each !== folder);
    folders.set(folder, [...(folders.get(folder) ?? []), ...others]);
  }
  return findCircles(folders);
}

/**
 * Finds imports between rooms of the core that the list of rooms does not allow, and folders that import each other.
 * Ignores tests, which may set up data of any room.
 * @param imported the files that each file imports
 */
function findRoomFaults(imported: ReadonlyMap<string, readonly string[]>): string[] {
  const code = [...imported].filter(([file]) => file.startsWith(`${roomsFolder}/`) && !TEST.test(file));
  const faults: string[] = [];
  for (const [file, targets] of code) {
    const from = getRoom(file);
    if (from !== null && !Object.hasOwn(rooms, from)) faults.push(`${file}: ${from} is not in the list of rooms`);
    for (const target of targets) {
      const to = getRoom(target);
      if (from === null || from === to) continue;
      if (to === null || !rooms[from]?.includes(to)) faults.push(`${file}: ${from} must not import ${to ?? target}`);
    }
  }
  // The files directly in `src` count as one folder, and so do the files directly in each room.
  const circles = findFolderCircles(new Map(code), dirname).map(
    (circle) => `${circle.join(', ')}: folders that import each other`,
  );
  return [...faults, ...circles];
}

/** Returns the room of a file of the core; null for a file directly in `src`. */
function getRoom(file: string): string | null {
  const [room, ...rest] = file.slice(roomsFolder.length + 1).split('/');
  return room === undefined || rest.length === 0 ? null : room;
}

/** The dependencies in a package.json: `runtime` for code that runs, `all` also for tests, types and builds. */
interface Dependencies {
  runtime: ReadonlySet<string>;
  all: ReadonlySet<string>;
}

/** Reads package.json; undefined for fixtures of other rules, which have none. */
function readDependencies(folder: string): Dependencies | undefined {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
    dependencies?: object;
    devDependencies?: object;
  };
  const runtime = Object.keys(dependencies);
  return { runtime: new Set(runtime), all: new Set([...runtime, ...Object.keys(devDependencies)]) };
}

/** A layer and the dependencies of its package. */
interface Package {
  layer: Layer;
  declared: Dependencies | undefined;
}

function checkFile(
  importer: Package,
  path: string,
  imports: readonly Import[],
  environment: readonly number[],
): string[] {
  const faults = environment
    .filter(() => !environmentReaders.some((place) => place.test(path)))
    .map((line) => `${path}:${line}: only the environmentReaders of layers.ts may read process.env`);
  for (const each of imports) {
    const reason = findRefusal(importer, path, each);
    if (reason !== null) faults.push(`${path}:${each.line}: ${each.specifier}: ${reason}`);
  }
  return faults;
}

/** Returns the reason why an import is refused; null if the import is allowed. */
function findRefusal({ layer, declared }: Package, path: string, { specifier, typeOnly }: Import): string | null {
  if (specifier.startsWith('.') || specifier.startsWith('/')) return findRelativeRefusal(layer, path, specifier);
  if (specifier.startsWith(SCOPE)) return findLayerRefusal(layer, path, specifier, typeOnly);
  return (
    findPackageRefusal(layer, path, specifier, typeOnly) ??
    findDependencyRefusal({ layer, declared }, path, specifier, typeOnly)
  );
}

const getPackageName = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Tests, configurations and builds of a package run in Node, even if the package runs in a browser. */
const isTooling = (layer: Layer, path: string): boolean => TEST.test(path) || !path.startsWith(`${layer.folder}/src/`);

/** Refuses a registry package that the importing package does not list, even if the root's package.json does. */
function findDependencyRefusal(
  { layer, declared }: Package,
  path: string,
  specifier: string,
  typeOnly: boolean,
): string | null {
  const name = getPackageName(specifier);
  const isBuiltIn = specifier.startsWith('node:') || builtinModules.includes(specifier);
  if (declared === undefined || isBuiltIn || specifier.startsWith('virtual:')) return null;
  if (!declared.all.has(name)) return `${layer.folder}/package.json does not list ${name}`;
  return declared.runtime.has(name) || typeOnly || isTooling(layer, path)
    ? null
    : `${layer.folder}/package.json lists ${name} for tests, types and builds alone`;
}

function findRelativeRefusal(layer: Layer, path: string, specifier: string): string | null {
  const target = posix.normalize(posix.join(dirname(path), specifier));
  const within = [layer.folder, ...(layer.reaches ?? [])];
  if (specifier.startsWith('/') || !within.some((folder) => `${target}/`.startsWith(`${folder}/`))) {
    return `leaves ${layer.folder}; import other packages by name`;
  }
  const from = getChildFolder(featureFolders, path);
  const to = getChildFolder(featureFolders, target);
  if (to === null) return null;
  if (from === to) return findDivisionRefusal(path, target);
  if (featureImporters.test(path)) return null;
  if (from !== null)
    return getPartsFolder(target) ? null : `${to} is another feature: only files in its folder parts may be imported`;
  return TEST.test(path) ? null : `${to} is a feature: only routes may import its screens`;
}

/** Finds folders `parts` of features that import each other. */
function findPartFaults(imported: ReadonlyMap<string, readonly string[]>): string[] {
  return findFolderCircles(imported, getPartsFolder).map(
    (circle) => `${circle.join(', ')}: parts that import each other`,
  );
}

/** Returns the folder `parts` that contains the file; null if there is none. */
function getPartsFolder(path: string): string | null {
  const parts = `${getChildFolder(featureFolders, path)}/parts`;
  return path.startsWith(`${parts}/`) ? parts : null;
}

/** Checks an import between two files of one feature. */
function findDivisionRefusal(path: string, target: string): string | null {
  if (getPartsFolder(path) && !getPartsFolder(target) && !TEST.test(path))
    return `${getPartsFolder(path)} must not import screens of its feature`;
  const from = getChildFolder(dividedFeatures, path);
  const to = getChildFolder(dividedFeatures, target);
  // A file directly in the feature belongs to all of its folders.
  if (from === null || to === null || from === to || from === path || to === target) return null;
  return `${from} and ${to} are folders of a divided feature, which must not import each other`;
}

/** Returns the direct child of one of the `parents` that is or contains the file; null if there is none. */
function getChildFolder(parents: readonly string[], path: string): string | null {
  const parent = parents.find((folder) => path.startsWith(`${folder}/`));
  return parent === undefined
    ? null
    : path
        .split('/')
        .slice(0, parent.split('/').length + 1)
        .join('/');
}

function findLayerRefusal(layer: Layer, path: string, specifier: string, typeOnly: boolean): string | null {
  const [name = '', ...rest] = specifier.slice(SCOPE.length).split('/');
  if (name === layer.name) return null;
  if (TEST.test(path) && layer.testsImport?.includes(name)) return null;
  const allowed = Object.hasOwn(layer.imports, name) ? layer.imports[name] : undefined;
  if (allowed === undefined) return `${layer.name} must not import ${name}`;
  if (allowed === 'all') return null;
  if (allowed === 'types') return typeOnly ? null : `${layer.name} may import only types from ${name}`;
  const door = rest.join('/');
  return allowed.includes(door) ? null : `${layer.name} may import only ${allowed.join(', ')} from ${name}`;
}

function findPackageRefusal(layer: Layer, path: string, specifier: string, typeOnly: boolean): string | null {
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) {
    return layer.browser && !isTooling(layer, path) ? `${layer.name} runs in a browser, where there is no Node` : null;
  }
  const name = getPackageName(specifier);
  for (const { packages, to, types } of reservedPackages) {
    if (!packages.some((each) => (each.endsWith('/*') ? name.startsWith(each.slice(0, -1)) : each === name))) continue;
    const places = typeOnly || TEST.test(path) ? [...to, ...(types ?? [])] : to;
    if (!places.some((place) => path.startsWith(place))) return `${name} may be imported only by ${to.join(', ')}`;
  }
  return null;
}

function listFolders(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
  } catch {
    return [];
  }
}

/** Lists code files by path from the root. */
function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return SKIPPED_FOLDERS.has(entry.name) || excludedFolders.test(path) ? [] : filesBelow(root, path);
    return CODE.test(entry.name) ? [path] : [];
  });
}
