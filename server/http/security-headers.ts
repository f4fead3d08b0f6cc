import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * The headers of every response, worker scripts included: a worker takes its policy from its own script's response.
 * The page may talk to this server and to the print assistant on the user's own machine, nothing else.
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
        // Over http the page asks why a websocket could not be opened: who is on that port, if anybody.
        'connect-src': ["'self'", `ws://127.0.0.1:${assistantPort}`, `http://127.0.0.1:${assistantPort}`],
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
    // Served over http on the own machine by default; who puts TLS in front sets this there.
    strictTransportSecurity: false,
  });
}
