import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Browser features that the pages never use. For others the browser's own rule applies: it asks the user. */
const SWITCHED_OFF = [
  'accelerometer',
  'bluetooth',
  'browsing-topics',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'xr-spatial-tracking',
];
/**
 * Only pages of this server scan codes with the camera and print on USB and serial printers, each once the user allows
 * it.
 */
const OWN_PAGES = ['camera', 'serial', 'usb'];
const PERMISSIONS = [
  ...SWITCHED_OFF.map((feature) => `${feature}=()`),
  ...OWN_PAGES.map((feature) => `${feature}=(self)`),
].join(', ');
const HSTS = 'max-age=31536000';

/** Headers that only mean something for pages: a third of the answer with a small script. */
const OF_PAGES = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** For answers outside fastify's hooks: they must not be executed or cached. */
export const BARE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'permissions-policy': PERMISSIONS,
};

/** For the answer with a script, a style, a font or another part of a page. */
export function dropPageHeaders(reply: FastifyReply): void {
  for (const header of OF_PAGES) {
    reply.removeHeader(header);
    reply.raw.removeHeader(header);
  }
}

/**
 * The headers of every response, including worker scripts: a worker takes its policy from its own script's response.
 * The page may connect to this server and to the print assistant on the user's own machine, nothing else.
 */
export async function addSecurityHeaders(app: FastifyInstance, assistantPort: number): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", "'wasm-unsafe-eval'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        // With or without TLS, as the assistant was configured. If the websocket fails, the page asks over http whether
        // another program has the port.
        'connect-src': [
          "'self'",
          ...['ws', 'http', 'wss', 'https'].map((scheme) => `${scheme}://127.0.0.1:${assistantPort}`),
        ],
        'worker-src': ["'self'", 'blob:'],
        'font-src': ["'self'", 'data:'],
        'object-src': ["'none'"],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    // Set by the hook below, and only over TLS.
    strictTransportSecurity: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', PERMISSIONS);
    if (request.protocol === 'https') reply.header('strict-transport-security', HSTS);
  });
}
