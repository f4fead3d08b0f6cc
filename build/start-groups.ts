import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/** The texts that every screen needs and those that the editor shows from the start; the rest comes with its screens. */
const BASE_TEXTS = ['common', 'tips', 'problems'];
const EDITOR_TEXTS = ['editor', 'auth', 'export', 'label', 'web', 'save', 'side', 'cloud'];

/** The component library, half of all scripts. It imports other packages, and none imports it. */
const INTERFACE = /[\\/]node_modules[\\/](?:antd|@ant-design|@rc-component)[\\/]/;

/** Inputs of the start page. As inputs of the build, rolldown marks all that they need with `$initial`. */
export const START_INPUTS = {
  index: 'index.html',
  main: 'src/main.tsx',
  EditorScreen: 'src/app/editor/frame/EditorScreen.tsx',
} as const;

/**
 * Puts what is loaded together into one file each: the page's first script with all it needs, the application, the
 * editor, and the packages of both in two. By default, rolldown makes a file for each set of screens that share a
 * module, about a hundred for the editor's start, and a browser takes six at a time.
 *
 * The files have no import cycles: packages import none of our modules, and each of the others contains all that it
 * imports.
 */
export function startGroups(root: string): Group[] {
  const begin = createClosure(join(root, START_INPUTS.index));
  const application = createClosure(join(root, START_INPUTS.main));
  return [
    {
      name(id, context) {
        if (begin(context).has(id)) return 'index';
        if (!isOwn(id)) return INTERFACE.test(id) ? 'antd' : 'vendor';
        return application(context).has(id) ? 'main' : 'EditorScreen';
      },
      tags: ['$initial'],
      includeDependenciesRecursively: false,
    },
    textGroup('texts', BASE_TEXTS),
    textGroup('editor-texts', EDITOR_TEXTS),
  ];
}

/** Puts the engine of the render worker into one file, apart from the code of pages, which comes later and needs it. */
export function renderWorkerGroups(root: string): Group[] {
  const engine = createClosure(join(root, 'render-worker/serve-engine.ts'), () => true);
  return [
    {
      name: (id, context) => (engine(context).has(id) ? 'engine' : null),
      includeDependenciesRecursively: false,
    },
  ];
}

/** One file for each language. */
function textGroup(name: string, namespaces: readonly string[]): Group {
  const path = new RegExp(String.raw`[\\/]locales[\\/](\w+)[\\/](?:${namespaces.join('|')})\.json$`);
  return {
    name(id) {
      const language = path.exec(id)?.[1];
      return language === undefined ? null : `${name}-${language}`;
    },
  };
}

function isOwn(id: string): boolean {
  return !id.includes('node_modules') && !id.startsWith('\0');
}

/** The module and all that it imports, and what those import that `enters` accepts. */
function createClosure(
  start: string,
  enters: (id: string) => boolean = isOwn,
): (context: Context) => ReadonlySet<string> {
  let closure: Set<string> | null = null;
  return (context) => {
    // All workers are built by the same settings, and most are without this module.
    if (context.getModuleInfo(start) === null) return new Set();
    if (closure !== null) return closure;
    const seen = new Set<string>();
    const add = (id: string): void => {
      if (seen.has(id)) return;
      seen.add(id);
      if (enters(id)) context.getModuleInfo(id)?.importedIds.forEach(add);
    };
    add(start);
    closure = seen;
    return seen;
  };
}
