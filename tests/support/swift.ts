import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import type { S3Settings } from '#server/core/files/s3-client.ts';
import { freePort } from './product.ts';
import { endWith, until } from './storage-process.ts';

const ACCESS_KEY = 'test:tester';
const SECRET_KEY = 'only-for-tests';
const KINDS = ['account', 'container', 'object'] as const;

/** OpenStack Swift, which answers as S3. */
export interface Swift {
  /** Settings for a bucket of that name, which exists when the promise settles. */
  readonly bucket: (name: string) => Promise<S3Settings>;
  readonly stop: () => Promise<void>;
}

/** One disk, one copy of everything, and a ring of 16 parts for each kind of server. */
const RINGS = `
import sys
from swift.common.ring import RingBuilder
folder, *ports = sys.argv[1:]
for kind, port in zip(('account', 'container', 'object'), ports):
    builder = RingBuilder(4, 1, 1)
    builder.add_dev({'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'disk'})
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (folder, kind))
`;

/** Starts Debian's Swift with its files in that folder, whose file system must support extended attributes. */
export async function startSwift(folder: string): Promise<Swift> {
  const home = join(folder, 'swift');
  await mkdir(join(home, 'disks/disk'), { recursive: true });
  const ports = [await freePort(), await freePort(), await freePort(), await freePort(), await freePort()];
  const [account = 0, container = 0, object = 0, proxy = 0, memcached = 0] = ports;
  const user = spawnSync('id', ['-un'], { encoding: 'utf8' }).stdout.trim();
  const common = (port: number): string =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = ${user}\nswift_dir = ${home}\n` +
    `devices = ${home}/disks\nmount_check = false\ndisable_fallocate = true\nlog_level = ERROR\n`;
  await writeFile(
    join(home, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = tests\nswift_hash_path_prefix = tests\n' +
      '[storage-policy:0]\nname = Policy-0\ndefault = yes\n',
  );
  for (const [i, kind] of KINDS.entries()) {
    const app = `[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`;
    await writeFile(join(home, `${kind}.conf`), common([account, container, object][i] ?? 0) + app);
  }
  await writeFile(join(home, 'proxy.conf'), common(proxy) + proxyConfiguration(memcached));
  const rings = spawnSync('/usr/bin/python3', ['-c', RINGS, home, ...ports.map(String)], { encoding: 'utf8' });
  if (rings.status !== 0) throw new Error(`the rings of Swift: ${rings.stderr}`);

  const log: string[] = [];
  const start = (program: string, args: readonly string[]): ChildProcess => {
    const child = spawn(program, args, { cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr?.on('data', (chunk: Buffer) => log.push(`${program}: ${chunk.toString()}`));
    return child;
  };
  const cache = start('memcached', ['-l', '127.0.0.1', '-p', String(memcached), '-u', user, '-m', '32']);
  const servers = KINDS.map((kind) => start(`swift-${kind}-server`, [join(home, `${kind}.conf`)]));
  const front = start('swift-proxy-server', [join(home, 'proxy.conf')]);
  const all = [front, ...servers, cache];
  const output = (): string => log.join('').slice(-10_000);
  const stop = async (): Promise<void> => void (await Promise.all(all.map((child) => endWith(child, 'SIGKILL'))));
  try {
    await Promise.all([
      ...servers.map((child, i) => until(child, output, () => connects([account, container, object][i] ?? 0))),
      until(front, output, () => connects(proxy)),
      until(cache, output, () => connects(memcached)),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  const endpoint = `http://127.0.0.1:${proxy}`;
  return {
    async bucket(name) {
      const client = new AwsClient({
        accessKeyId: ACCESS_KEY,
        secretAccessKey: SECRET_KEY,
        service: 's3',
        region: 'us-east-1',
      });
      const made = await client.fetch(`${endpoint}/${name}`, { method: 'PUT' });
      if (!made.ok && made.status !== 409)
        throw new Error(`the bucket ${name}: ${made.status} ${await made.text()}\n${output()}`);
      return {
        endpoint,
        bucket: name,
        accessKeyId: ACCESS_KEY,
        secretAccessKey: SECRET_KEY,
        region: 'us-east-1',
        prefix: '',
        serverSideEncryption: null,
      };
    },
    stop,
  };
}

function proxyConfiguration(memcached: number): string {
  return `
[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcached}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${SECRET_KEY} .admin
[filter:slo]
use = egg:swift#slo
`;
}

function connects(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
  });
}
