// Installs the Debian programs that the tests need when run as root; names them otherwise.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

/** Each program with the packages that provide it. */
const PROGRAMS = [
  { path: '/usr/bin/chromium', packages: ['chromium'], for: 'end-to-end tests' },
  { path: '/usr/bin/chromium-headless-shell', packages: ['chromium-headless-shell'], for: 'end-to-end tests' },
  { path: '/usr/bin/zbarimg', packages: ['zbar-tools'], for: 'the independent barcode reader' },
  { path: '/usr/bin/zint', packages: ['zint'], for: 'the independent barcode maker' },
  { path: '/usr/bin/dmtxread', packages: ['dmtx-utils'], for: 'the independent Data Matrix reader' },
  {
    path: '/usr/bin/ippeveprinter',
    packages: ['cups-ipp-utils'],
    for: 'a real IPP printer',
    also: ['/usr/sbin/ippeveprinter'],
  },
  { path: '/usr/sbin/avahi-daemon', packages: ['avahi-daemon'], for: 'ippeveprinter' },
  { path: '/usr/bin/dbus-daemon', packages: ['dbus'], for: 'avahi-daemon' },
  { path: '/usr/sbin/ip', packages: ['iproute2'], for: 'printers on a separate network', also: ['/sbin/ip'] },
  {
    path: '/usr/lib/postgresql/15/bin/initdb',
    packages: ['postgresql'],
    for: 'a real PostgreSQL',
    also: [16, 17, 18].map((version) => `/usr/lib/postgresql/${version}/bin/initdb`),
  },
  { path: '/usr/sbin/mariadbd', packages: ['mariadb-server-core'], for: 'a real MariaDB' },
  {
    path: '/usr/bin/swift-proxy-server',
    packages: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'],
    for: 'a real S3-compatible storage',
  },
  { path: '/usr/bin/memcached', packages: ['memcached'], for: 'Swift' },
  {
    path: '/usr/lib/libreoffice/program/soffice.bin',
    packages: [
      'libreoffice-core-nogui',
      'libreoffice-writer-nogui',
      'libreoffice-calc-nogui',
      'libreoffice-impress-nogui',
    ],
    for: 'converting office files to PDF',
  },
  { path: '/usr/bin/bwrap', packages: ['bubblewrap'], for: 'the sandbox of LibreOffice' },
  { path: '/usr/bin/curl', packages: ['curl'], for: 'the examples of the API' },
  { path: '/usr/bin/python3', packages: ['python3'], for: 'the examples of the API' },
  { path: '/usr/bin/pdftoppm', packages: ['poppler-utils'], for: 'rendering PDF pages' },
  { path: '/usr/bin/qpdf', packages: ['qpdf'], for: 'encrypted PDF files' },
  { path: '/usr/bin/gs', packages: ['ghostscript'], for: 'PDF files of another producer' },
  { path: '/usr/bin/rsvg-convert', packages: ['librsvg2-bin'], for: 'PDF files made by cairo' },
];

export function ensureDebianPackages() {
  const missing = PROGRAMS.filter((p) => ![p.path, ...(p.also ?? [])].some((path) => existsSync(path)));
  if (missing.length === 0) return;
  const packages = [...new Set(missing.flatMap((p) => p.packages))];
  const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    for (const p of missing) console.error(`missing: ${p.path} (${p.for})`);
    console.error(`Install them first, on Debian with: sudo ${command}`);
    process.exit(1);
  }
  console.log(`installing ${packages.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env });
  const done = withoutServices(() => spawnSync('sh', ['-c', command], { stdio: ['ignore', 'ignore', 'inherit'], env }));
  if (done.status !== 0) {
    console.error(`could not install ${packages.join(', ')}`);
    process.exit(1);
  }
}

/** Debian runs this program before a package that is being installed may start its services. */
const POLICY = '/usr/sbin/policy-rc.d';

/** Runs `work` while no package may start services: the tests start what they need, on ports of their own. */
function withoutServices(work) {
  if (existsSync(POLICY)) return work();
  writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return work();
  } finally {
    rmSync(POLICY, { force: true });
  }
}
