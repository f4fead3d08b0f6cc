// npm start: installs what is missing, builds what is stale, runs the server and the print assistant.
import './ensure-node.mjs';

import('./start-product.mjs');
