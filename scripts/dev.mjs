// npm run dev: the page with hot reload on PORT, the server behind it on PORT + 1 restarting at each change.
import './ensure-node.mjs';

import('./dev-product.mjs');
