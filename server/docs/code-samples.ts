import { CALL_SHAPES, JSON_TYPE, RUN_ID, SCHEDULE_ID, TEMPLATE_ID, TRIGGER_SECRET } from './v1-call-shapes.ts';
import { V1_CALLS, type V1CallName } from '../api-v1/v1-calls.ts';

/** Placeholder for the address of the server. */
export const SAMPLE_ADDRESS = 'https://labels.example.com';

/** An example idempotency key of each call. */
const KEYS: Partial<Record<V1CallName, string>> = {
  reprintRun: 'order-7-again',
  runSchedule: 'monday',
  trigger: 'order-8',
};

export interface CodeSample {
  readonly lang: 'Shell' | 'JavaScript' | 'Python';
  readonly label: string;
  readonly source: string;
}

/**
 * Examples of the call for the shell and for programs. The token comes from the environment, so that it isn't written
 * into a text.
 */
export function codeSamples(name: V1CallName): CodeSample[] {
  return [
    { lang: 'Shell', label: 'curl', source: curl(name) },
    { lang: 'JavaScript', label: 'Node', source: node(name) },
    { lang: 'Python', label: 'Python', source: python(name) },
  ];
}

function addressOf(name: V1CallName): string {
  const { url } = V1_CALLS[name];
  const [, , things = ''] = url.split('/');
  const id = { runs: RUN_ID, schedules: SCHEDULE_ID }[things] ?? TEMPLATE_ID;
  return SAMPLE_ADDRESS + url.replace(':id', id).replace(':page', '1').replace(':secret', TRIGGER_SECRET);
}

/** Headers in addition to the token, as pairs. */
function headersOf(name: V1CallName): [string, string][] {
  return [
    ...(CALL_SHAPES[name].body === undefined ? [] : [['Content-Type', JSON_TYPE] as [string, string]]),
    ...(CALL_SHAPES[name].takesKey === true ? [['Idempotency-Key', KEYS[name] ?? 'order-7'] as [string, string]] : []),
  ];
}

/** Whether the call needs no token. */
function isOpen(name: V1CallName): boolean {
  return V1_CALLS[name].scope === null;
}

function curl(name: V1CallName): string {
  const { body, file } = CALL_SHAPES[name];
  return [
    `curl --fail-with-body --silent --show-error${name === 'events' ? ' --no-buffer' : ''} ${addressOf(name)}`,
    ...(isOpen(name) ? [] : ['--header "Authorization: Bearer $LABELWRIGHT_TOKEN"']),
    ...headersOf(name).map(([key, value]) => `--header "${key}: ${value}"`),
    ...(body === undefined ? [] : [`--data '${JSON.stringify(body.example)}'`]),
    ...(file === undefined ? [] : [`--output ${file}`]),
  ].join(' \\\n  ');
}

function node(name: V1CallName): string {
  const { body, file } = CALL_SHAPES[name];
  const { method } = V1_CALLS[name];
  const headers = headersOf(name).map(([key, value]) => `    '${key}': '${value}',`);
  return [
    ...(file === undefined ? [] : ["import { writeFile } from 'node:fs/promises';", '']),
    `const answer = await fetch('${addressOf(name)}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    ...(isOpen(name) ? [] : ['    Authorization: `Bearer ${process.env.LABELWRIGHT_TOKEN}`,']),
    ...headers,
    '  },',
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body.example)}),`]),
    '});',
    'if (!answer.ok) throw new Error(await answer.text());',
    ...nodeReading(name, file),
  ].join('\n');
}

function nodeReading(name: V1CallName, file: string | undefined): string[] {
  if (file !== undefined) return [`await writeFile('${file}', await answer.bytes());`];
  if (name !== 'events') return ['console.log(await answer.json());'];
  return ['for await (const part of answer.body.pipeThrough(new TextDecoderStream())) console.log(part);'];
}

function python(name: V1CallName): string {
  const { body, file } = CALL_SHAPES[name];
  const { method } = V1_CALLS[name];
  const headers = headersOf(name).map(([key, value]) => `        "${key}": "${value}",`);
  return [
    'import json',
    ...(isOpen(name) ? [] : ['import os']),
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${addressOf(name)}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    '    headers={',
    ...(isOpen(name) ? [] : ['        "Authorization": "Bearer " + os.environ["LABELWRIGHT_TOKEN"],']),
    ...headers,
    '    },',
    // The examples have texts and numbers only, which both languages write the same way.
    ...(body === undefined ? [] : [`    data=json.dumps(${JSON.stringify(body.example)}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as answer:',
    ...pythonReading(name, file),
  ].join('\n');
}

function pythonReading(name: V1CallName, file: string | undefined): string[] {
  if (file !== undefined) return [`    with open("${file}", "wb") as file:`, '        file.write(answer.read())'];
  if (name !== 'events') return ['    print(json.load(answer))'];
  return ['    for line in answer:', '        print(line.decode(), end="")'];
}
