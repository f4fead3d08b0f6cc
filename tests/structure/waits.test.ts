import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { ROOT, sourceFiles } from '#tests/support/source-imports.ts';

/** Calls that read a page once, now: of a locator, or of the page itself. */
const READS = new Set(
  (
    'textContent innerText innerHTML inputValue getAttribute allTextContents allInnerTexts count boundingBox evaluate ' +
    'evaluateAll isVisible isHidden isEnabled isDisabled isEditable isChecked title'
  ).split(' '),
);
/** They take a time limit as their last argument. */
const LIMITED = new Set(['test', 'it', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach']);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Visits the node and all nodes in it; those of functions inside it only if `functions` is true. */
function visit(node: unknown, functions: boolean, visitor: (node: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, functions, visitor);
  if (!isNode(node) || (!functions && /Function/.test(node.type))) return;
  visitor(node);
  for (const child of Object.values(node)) if (typeof child === 'object') visit(child, functions, visitor);
}

/** The name of a call: `expect` of `expect(1)`, `count` of `list().count()`. */
function calledName(node: unknown): string | null {
  if (!isNode(node) || node.type !== 'CallExpression' || !isNode(node['callee'])) return null;
  const { callee } = node;
  const name = callee.type === 'MemberExpression' ? callee['property'] : callee;
  return isNode(name) && typeof name['name'] === 'string' ? name['name'] : null;
}

function isMethodCall(node: unknown): boolean {
  return isNode(node) && isNode(node['callee']) && node['callee'].type === 'MemberExpression';
}

function isRead(node: unknown): boolean {
  return isMethodCall(node) && READS.has(calledName(node) ?? '');
}

/** Digits, also calculated with. */
function isNumeric(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === 'BinaryExpression') return isNumeric(node['left']) && isNumeric(node['right']);
  return node.type === 'Literal' && typeof node['value'] === 'number';
}

/** The result of a function without any other statement. */
function onlyReturned(body: unknown): unknown {
  if (!isNode(body) || body.type !== 'BlockStatement') return body;
  const [first, ...more] = body['body'] as Node[];
  return first?.type === 'ReturnStatement' && more.length === 0 ? first['argument'] : null;
}

/** The names of the file's functions that return the result of a read, and do nothing else. */
function readersIn(program: unknown): ReadonlySet<string> {
  const readers = new Set<string>();
  visit(program, true, ({ type, id, init, body }) => {
    const made = type === 'VariableDeclarator' && isNode(init) && /Function/.test(init.type) ? init['body'] : null;
    const given = onlyReturned(type === 'FunctionDeclaration' ? body : made);
    if (isNode(id) && isRead(given)) readers.add(String(id['name']));
  });
  return readers;
}

/** Whether it awaits a read of a page, itself and not in a function that can be called again. */
function awaitsRead(node: unknown, readers: ReadonlySet<string>): boolean {
  let found = false;
  visit(node, false, ({ type, argument }) => {
    if (type !== 'AwaitExpression') return;
    found ||= isRead(argument) || (!isMethodCall(argument) && readers.has(calledName(argument) ?? ''));
  });
  return found;
}

/** Dependencies of a test on the speed of the machine or on positions, with their lines. */
function faultsOf(source: string, path = 'tests/e2e/a.test.ts'): string[] {
  const faults: string[] = [];
  const program = parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
  // Elsewhere the code that a page evaluates is the test's own action.
  const readers = path.startsWith('tests/e2e/') ? readersIn(program) : new Set<string>();
  visit(program, true, (node) => {
    const add = (fault: string): void => {
      faults.push(`${source.slice(0, node.start).split('\n').length}: ${fault}`);
    };
    const args = Array.isArray(node['arguments']) ? (node['arguments'] as unknown[]) : [];
    const name = calledName(node);
    if (name === 'waitForTimeout') add('waits for a time');
    if (name === 'expect' && !isMethodCall(node) && awaitsRead(args[0], readers)) add('reads the page once');
    if (name !== null && LIMITED.has(name) && args.length > 1 && isNumeric(args.at(-1))) add('has a limit in numbers');
    const isAtFixedPoint = isMethodCall(node) && /^(?:click|dblclick|move)$/.test(name ?? '');
    if (isAtFixedPoint && isNumeric(args[0]) && isNumeric(args[1])) add('presses a point of the screen');
    const key = node['key'];
    if (node.type === 'Property' && isNode(key) && key['name'] === 'timeout' && isNumeric(node['value'])) {
      add('has a limit in numbers');
    }
  });
  return faults;
}

test.each([
  ['await page.waitForTimeout(500);', 'waits for a time'],
  ['expect(await list.count()).toBe(0);', 'reads the page once'],
  ["expect((await list.textContent()) ?? '').toBe('');", 'reads the page once'],
  ['const count = () => list.count(); expect(await count()).toBe(0);', 'reads the page once'],
  ['await list.waitFor({ timeout: 5_000 });', 'has a limit in numbers'],
  ["test('a title', () => undefined, 2 * 60_000);", 'has a limit in numbers'],
  ['await page.mouse.click(90, 700);', 'presses a point of the screen'],
])('knows what depends on the machine: %s', (source, fault) => {
  expect(faultsOf(source)).toEqual([`1: ${fault}`]);
});

test.each([
  ['await expect.poll(() => list.count()).toBe(0);'],
  ['await expect.poll(async () => (await list.allTextContents()).length).toBe(0);'],
  ['expect(await readFile(path)).toBe(0);'],
  ["test('a title', () => undefined, TEST_MS);"],
  ['await page.mouse.click(box.x + 90, box.y + 5);'],
])('lets what does not depend on it be: %s', (source) => {
  expect(faultsOf(source)).toEqual([]);
});

test('no test waits for a time, reads the page once, has a time limit of its own or presses a point of the screen', () => {
  const files = sourceFiles(join(ROOT, 'tests')).filter((path) => !path.startsWith('tests/support/'));
  expect(files.length).toBeGreaterThan(100);
  const faults = files.flatMap((path) =>
    faultsOf(readFileSync(join(ROOT, path), 'utf8'), path).map((fault) => `${path}:${fault}`),
  );
  expect(faults).toEqual([]);
});
