// npm run assistant:build [-- linux-x64 windows-x64]: the print assistant as one executable, for each system.
import './ensure-node.mjs';

import('./build-executables.mjs');
